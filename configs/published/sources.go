package published

import (
	"fmt"
	"slices"
	"strings"
)

// A Source is where figures stand in print, or on a page, or are what a program
// prints.
type Source struct {
	ID SourceID
	// Authors are surnames, or the name that a program, a blog or an
	// encyclopedia goes by: "Koyama and Lai", "Chen, Hsu, Lin".
	Authors string
	Title   string // empty if it is not known
	Year    int    // of publication; 0 if the source bears no date
	// Where is the journal with volume and pages, or the repository and file.
	Where string
	// Link is the address: https://doi.org/…, https://arxiv.org/abs/…, or that
	// of a repository or page; empty if it is not known.
	Link   string
	Prints string // what it prints, in a few words
	// Read is how it was read: "the source itself", or "as quoted by …".
	Read string
}

// Cite returns the short citation, such as "Knuth 1977": of more than two
// authors the first, and no year if there is none.
func (s Source) Cite() string {
	authors := s.Authors
	if first, _, more := strings.Cut(authors, ", "); more {
		authors = first + " et al."
	}
	if s.Year == 0 {
		return authors
	}
	return fmt.Sprintf("%s %d", authors, s.Year)
}

// A SourceID names a source of [Sources].
type SourceID string

// Source returns the source of that name. Of a name that is in no list, it is a
// source that bears no more than the name.
func (id SourceID) Source() Source {
	i := slices.IndexFunc(sources, func(s Source) bool { return s.ID == id })
	if i < 0 {
		return Source{ID: id, Authors: string(id)}
	}
	return sources[i]
}

// Sources returns all sources: articles, then programs and pages, by year; those
// without a date come last.
func Sources() []Source { return slices.Clone(sources) }

const (
	Knuth           SourceID = "knuth"
	Irving          SourceID = "irving"
	Neuwirth        SourceID = "neuwirth"
	Shapiro         SourceID = "shapiro"
	KoyamaLai       SourceID = "koyama-lai"
	Tanaka          SourceID = "tanaka"
	Rosu            SourceID = "rosu"
	Swaszek         SourceID = "swaszek"
	ChenHsuLin      SourceID = "chen-hsu-lin"
	ChenLin         SourceID = "chen-lin"
	Kooi            SourceID = "kooi"
	JaegerPeczarski SourceID = "jaeger-peczarski"
	Merelo          SourceID = "merelo"
	Ville           SourceID = "ville"
	Slovesnov       SourceID = "slovesnov"
	Peczarski       SourceID = "peczarski"

	Katron          SourceID = "katron"
	Cppblog         SourceID = "cppblog"
	StackOverflow   SourceID = "stackoverflow"
	FancidevResults SourceID = "fancidev-results"
	Mmstrat         SourceID = "fancidev-mmstrat"
	Mikemag2022     SourceID = "mikemag-2022"
	MikemagCloud    SourceID = "mikemag-2023-gce"
	Mikemag4090     SourceID = "mikemag-2023-4090"
	Arfst23         SourceID = "arfst23"
	RosuNotes       SourceID = "radurosu"
	Wiener          SourceID = "wiener"
	MikemagTables   SourceID = "mikemag-tables"
	Supermastermind SourceID = "supermastermind"
	Blog1A2B        SourceID = "blog-1a2b"
	BaiduBaike      SourceID = "baidu"
	CSDN            SourceID = "csdn"
	HDOJ            SourceID = "hdoj"

	LessardTjeng    SourceID = "lessard"
	Bates           SourceID = "bates"
	Selby           SourceID = "selby"
	Olson           SourceID = "olson"
	Livne           SourceID = "livne"
	BertsimasPaskov SourceID = "bertsimas"
)

const (
	itself   = "the source itself"
	listed   = "as quoted by others"
	surveyed = "as quoted at serkangur.freeservers.com and by Kooi 2005"
	fancidev = "https://github.com/fancidev/mastermind"
	mikemag  = "https://github.com/mikemag/Mastermind"
)

var sources = []Source{
	{
		ID: Knuth, Authors: "Knuth", Title: "The computer as Master Mind", Year: 1977,
		Where: "J. Recreational Mathematics 9(1), 1-6", Link: "https://www.cs.uni.edu/~wallingf/teaching/cs3530/resources/knuth-mastermind.pdf",
		Prints: "the minimax rule and its tree in full",
		Read:   itself + "; the histogram " + surveyed,
	},
	{
		ID: Irving, Authors: "Irving", Title: "Towards an optimum Mastermind strategy", Year: 1979,
		Where:  "J. Recreational Mathematics 11(2), 81-87",
		Prints: "the expected-size rule",
		Read:   surveyed,
	},
	{
		ID: Neuwirth, Authors: "Neuwirth", Title: "Some strategies for Mastermind", Year: 1982,
		Where: "Zeitschrift für Operations Research 26, B257-B278", Link: "https://doi.org/10.1007/BF01917147",
		Prints: "the entropy rule, and a tree in full",
		Read:   itself + "; the one-step rule " + surveyed,
	},
	{
		ID: Shapiro, Authors: "Shapiro", Title: "Playing Mastermind logically", Year: 1983,
		Where: "SIGART Newsletter 85, 28-29", Link: "https://doi.org/10.1145/1056635.1056637",
		Prints: "the player that guesses the first candidate in order",
		Read:   surveyed,
	},
	{
		ID: KoyamaLai, Authors: "Koyama and Lai", Title: "An optimal Mastermind strategy", Year: 1993,
		Where:  "J. Recreational Mathematics 25(4), 251-256",
		Prints: "the least totals of mm4x6, and with at most 5 guesses",
		Read:   "as quoted by the FAQ of sci.math on Master Mind",
	},
	{
		ID: Tanaka, Authors: "Tanaka", Title: "An optimal MOO strategy", Year: 1996,
		Where: "Game Programming Workshop in Japan", Link: "https://www.tanaka.ecc.u-tokyo.ac.jp/ktanaka/papers/gpw96.pdf",
		Prints: "the least total of bc4x10",
		Read:   "as quoted by Slovesnov 2017",
	},
	{
		ID: Rosu, Authors: "Rosu", Title: "Analysis of the game of Mastermind: the m^n case", Year: 1997,
		Where: "undergraduate honors thesis, North Carolina State University; radurosu/mastermind, 1997/heuristic.htm and teza/DOCS/deep.htm", Link: "https://github.com/radurosu/mastermind",
		Prints: "means of a random player of 1 to 10 positions and 1 to 12 colours, and optima up to mm4x6",
		Read:   itself,
	},
	{
		ID: Swaszek, Authors: "Swaszek", Title: "The Mastermind novice", Year: 2000,
		Where: "J. Recreational Mathematics 30(3), 193-198", Link: "https://www.researchgate.net/publication/268644635_The_mastermind_novice",
		Prints: "means of a random player, and of one that guesses the next candidate in order",
		Read:   "as quoted by later programs, such as kubabuda/mastermind.net",
	},
	{
		ID: ChenHsuLin, Authors: "Chen, Hsu, Lin", Title: "Optimal algorithms for 2 × n AB games: a graph-partition approach", Year: 2002,
		Where: "International Computer Symposium; by Chen and Lin in J. Information Science and Engineering 20(1), 105-126, 2004", Link: "https://scholar.lib.ntnu.edu.tw/en/publications/optimal-algorithms-for-2-n-ab-games-a-graph-partition-approach-2",
		Prints: "the least mean and the least worst case of bc2xN",
		Read:   "the abstract of 2004, and as quoted by Peczarski 2018",
	},
	{
		ID: ChenLin, Authors: "Chen and Lin", Title: "Optimal algorithms for 2 × n Mastermind games: a graph-partition approach", Year: 2004,
		Where: "The Computer Journal 47(5), 602-611", Link: "https://doi.org/10.1093/comjnl/47.5.602",
		Prints: "the least mean and the least worst case of mm2xN",
		Read:   "the abstract",
	},
	{
		ID: Kooi, Authors: "Kooi", Title: "Yet another Mastermind strategy", Year: 2005,
		Where: "ICGA Journal 28(1), 13-20", Link: "https://doi.org/10.3233/ICG-2005-28105",
		Prints: "the most-parts rule, beside four others",
		Read:   itself,
	},
	{
		ID: JaegerPeczarski, Authors: "Jäger and Peczarski", Title: "The number of pessimistic guesses in Generalized Mastermind", Year: 2009,
		Where:  "Information Processing Letters 109",
		Prints: "the least worst case of mm3xN, and bounds on that of mm4xN",
		Read:   "the abstract; Theorem 1 and the bounds as quoted by others",
	},
	{
		ID: Merelo, Authors: "Merelo, Mora, Cotta, Runarsson", Title: "An experimental study of exhaustive solutions for the Mastermind puzzle", Year: 2012,
		Where: "arXiv:1207.1315; JJ/mastermind-paper, PLOS/mm_plos.tex", Link: "https://arxiv.org/abs/1207.1315",
		Prints: "means of players that break ties by chance, from samples",
		Read:   itself + ", in LaTeX; a version of 2013 by Merelo, Mora, Castillo and Cotta as quoted by others",
	},
	{
		ID: Ville, Authors: "Ville", Title: "An optimal Mastermind (4,7) strategy and more results in the expected case", Year: 2013,
		Where: "arXiv:1305.1010", Link: "https://arxiv.org/abs/1305.1010",
		Prints: "the least total of mm4x7",
		Read:   itself,
	},
	{
		ID: Slovesnov, Authors: "Slovesnov", Title: "Optimal algorithms for mastermind and bulls-cows games", Year: 2017,
		Where: "slovesnov.users.sourceforge.net", Link: "http://slovesnov.users.sourceforge.net/bullscows/bullscows.pdf",
		Prints: "the fewest secrets at the least worst case of mm4x6 and bc4x10",
		Read:   itself,
	},
	{
		ID: Peczarski, Authors: "Peczarski", Title: "Algorithm to prove formulas for the expected number of questions in Mastermind games", Year: 2018,
		Where: "arXiv:1808.03849", Link: "https://arxiv.org/abs/1808.03849",
		Prints: "a proof of the least means of mm2xN and bc2xN, closing a gap",
		Read:   "the abstract",
	},

	{
		ID: Katron, Authors: "katron.org", Year: 2006,
		Where:  "a page on Mastermind in NetHack",
		Prints: "guesses until NetHack's castle tune is known, a game of mm5x7",
		Read:   "as quoted by others",
	},
	{
		ID: Cppblog, Authors: "qinzuoyan", Title: "文曲星“猜数字”游戏的计算机模拟 —— 算法分析与实现", Year: 2009,
		Where: "C++ blog, in Chinese", Link: "http://www.cppblog.com/qinzuoyan/archive/2009/08/14/93306.html",
		Prints: "three players of bc4x10, with their program",
		Read:   itself,
	},
	{
		ID: StackOverflow, Authors: "Stack Overflow", Title: "How to solve the “Mastermind” guessing game?", Year: 2009,
		Where: "an answer in Python", Link: "https://stackoverflow.com/questions/1185634/how-to-solve-the-mastermind-guessing-game",
		Prints: "the entropy rule for mm4x6-distinct and twod5, and least worst cases",
		Read:   itself + ", in a bilingual copy",
	},
	{
		ID: FancidevResults, Authors: "fancidev", Title: "mastermind", Year: 2010,
		Where: "fancidev/mastermind, strats/Results.txt", Link: fancidev,
		Prints: "histograms of one-step strategies, and two optima",
		Read:   itself,
	},
	{
		ID: Mmstrat, Authors: "fancidev", Title: "mmstrat", Year: 2012,
		Where: "fancidev/mastermind, the program mmstrat", Link: fancidev,
		Prints: "least totals of small games",
		Read:   "the program, run",
	},
	{
		ID: Mikemag2022, Authors: "mikemag", Title: "Mastermind", Year: 2022,
		Where: "mikemag/Mastermind, results/2022_i7-10700K_CUDA_3070_ubuntu22", Link: mikemag,
		Prints: "totals and worst cases of runs from every first guess, by four criteria",
		Read:   itself,
	},
	{
		ID: MikemagCloud, Authors: "mikemag (cloud)", Title: "Mastermind", Year: 2023,
		Where: "mikemag/Mastermind, results/2023_GCE_Various", Link: mikemag,
		Prints: "totals and worst cases of runs from the first guesses that it takes for the best",
		Read:   itself,
	},
	{
		ID: Mikemag4090, Authors: "mikemag (RTX 4090)", Title: "Mastermind", Year: 2023,
		Where: "mikemag/Mastermind, results/2023_4090", Link: mikemag,
		Prints: "totals, worst cases and times of runs on a graphics processor",
		Read:   itself,
	},
	{
		ID: Arfst23, Authors: "arfst23", Title: "Mastermind", Year: 2023,
		Where: "arfst23/Mastermind, README.md and its files of solutions", Link: "https://github.com/arfst23/Mastermind",
		Prints: "optimal trees of mm4x6 to mm4x8 and bc4x6 to bc4x8",
		Read:   itself,
	},
	{
		ID: RosuNotes, Authors: "Rosu", Title: "Research notes", Year: 2026,
		Where: "radurosu/mastermind, research/NOTES.md", Link: "https://github.com/radurosu/mastermind",
		Prints: "the random players of Rosu 1997 once more",
		Read:   itself,
	},
	{
		ID: Wiener, Authors: "Wiener",
		Where:  "publication unknown",
		Prints: "the value of mm4x6",
		Read:   "as told on a web page on Master Mind",
	},
	{
		ID: MikemagTables, Authors: "mikemag", Title: "Mastermind",
		Where: "mikemag/Mastermind, tables of average turns", Link: mikemag,
		Prints: "means of four criteria, of 2 to 5 positions and 2 to 10 colours",
		Read:   itself,
	},
	{
		ID: Supermastermind, Authors: "supermastermind", Title: "Play Super Master Mind online: optimal strategy",
		Where: "supermastermind/playonline, optimal_strategy.html", Link: "https://github.com/supermastermind/playonline",
		Prints: "least means with guesses from the candidates, by first guess",
		Read:   itself + "; totals of other first guesses than the best, and a free second guess, as quoted by others",
	},
	{
		ID: Blog1A2B, Authors: "blog on 1A2B", Title: "1A2B猜数字游戏(Bulls and Cows)的Python实现和求解",
		Where:  "CSDN and Bilibili, in Chinese",
		Prints: "three players of bc4x10, with histograms, and tables of second and third guesses",
		Read:   itself,
	},
	{
		ID: BaiduBaike, Authors: "Baidu Baike", Title: "猜数字",
		Where:  "online encyclopedia, in Chinese",
		Prints: "the expected-size rule for bc4x10",
		Read:   "as quoted by the blog on 1A2B",
	},
	{
		ID: CSDN, Authors: "CSDN blog", Title: "C++ AI解珠玑妙算(mastermind)算法",
		Where: "CSDN, weixin_45648862, in Chinese", Link: "https://blog.csdn.net/weixin_45648862/article/details/117794675",
		Prints: "a player of mm4x10-digits in two phases",
		Read:   itself,
	},
	{
		ID: HDOJ, Authors: "HDOJ", Title: "problem 1172",
		Where: "Hangzhou Dianzi University Online Judge", Link: "https://acm.hdu.edu.cn/showproblem.php?pid=1172",
		Prints: "rounds of which the secret is asked, as deduce reads them",
		Read:   "as quoted by a Chinese blog",
	},
	{
		ID: LessardTjeng, Authors: "Lessard and Tjeng", Title: "wordlesolver", Year: 2022,
		Where:  "notebook performance.ipynb",
		Prints: "nine players of Wordle, with histograms",
		Read:   listed,
	},
	{
		ID: Bates, Authors: "Bates", Title: "Wordlegames.jl", Year: 2022,
		Where:  "its README",
		Prints: "players of Wordle and Primel that guess candidates, with histograms",
		Read:   listed,
	},
	{
		ID: Selby, Authors: "Selby", Title: "The best strategies for Wordle", Year: 2022,
		Where: "alex1770/wordle", Link: "https://github.com/alex1770/wordle",
		Prints: "least totals of Wordle, with trees and with proofs",
		Read:   listed + "; one tree itself",
	},
	{
		ID: Olson, Authors: "Olson", Title: "wordle-solver", Year: 2022,
		Where:  "online",
		Prints: "the least total of Wordle from one first word",
		Read:   listed,
	},
	{
		ID: Livne, Authors: "Livne", Title: "nerdle-solver", Year: 2022,
		Where:  "notebook game_tree_analysis.ipynb",
		Prints: "players of Nerdle of 5, 6 and 8 characters, with histograms",
		Read:   listed,
	},
	{
		ID: BertsimasPaskov, Authors: "Bertsimas and Paskov", Title: "An exact solution to Wordle", Year: 2024,
		Where:  "Operations Research",
		Prints: "the least mean of Wordle",
		Read:   listed,
	},
}
