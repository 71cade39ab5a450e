package notebook

// Names of files of a results folder, beside [AllName].
const (
	FrontName     = frontName   // of the front page, and of the page of each entry
	PublishedName = figuresName // of all published figures
	IndexName     = indexName   // of the front page for browsers
)
