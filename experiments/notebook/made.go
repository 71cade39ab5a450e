package notebook

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"path/filepath"

	"codebreak/engine/parallel"
	"codebreak/experiments/store"
)

// A stamp is kept for the files of an entry: a digest of them and of all that they were made of.
// While the digest is the same, making them again would give the same bytes.
type stamp struct {
	Digest string `json:"digest"`
	Answer string `json:"answer"` // the first finding of the page; of the front pages the verdicts
}

// stamps is the folder of the stamps.
func (f Folder) stamps() string { return filepath.Join(f.Store(), "made") }

// frontStamp is the stamp of the front pages. No entry is named so.
const frontStamp = "front.pages"

func (f Folder) readStamp(name string) (s stamp) {
	const longest = 1 << 16
	text, err := store.ReadFile(filepath.Join(f.stamps(), name), longest)
	if err != nil || json.Unmarshal(text, &s) != nil {
		return stamp{} // it is made again
	}
	return s
}

func (f Folder) writeStamp(name string, s stamp) error {
	text, _ := json.Marshal(s) // plain data does not fail
	return store.MakeFile(filepath.Join(f.stamps(), name), text)
}

// A madeEntry is an entry that is up to date.
type madeEntry struct {
	Entry
	answer string
}

// upToDate splits entries: the files of some are up to date, the others must be made.
func (r *Runner) upToDate(entries []Entry) (current []madeEntry, outdated []Entry) {
	kept := make([]stamp, len(entries))
	digests := make([]string, len(entries))
	_ = parallel.Each(context.Background(), r.Workers, len(entries), func(_, i int) error {
		kept[i] = r.Folder.readStamp(entries[i].Name)
		if kept[i].Digest != "" {
			digests[i] = r.digestOf(entries[i])
		}
		return nil
	})

	for i, e := range entries {
		if digests[i] != "" && digests[i] == kept[i].Digest {
			current = append(current, madeEntry{e, kept[i].Answer})
		} else {
			outdated = append(outdated, e)
		}
	}
	return current, outdated
}

// keepStamps stamps the entries that were just made, unless the next run may improve them.
func (r *Runner) keepStamps(runs []*entryRun) error {
	for _, run := range runs {
		if run.partial {
			continue
		}
		answer, _ := run.page.Answer()
		s := stamp{Digest: r.digestOf(run.Entry), Answer: answer}
		if s.Digest == "" {
			continue
		}
		if err := r.Folder.writeStamp(run.Name, s); err != nil {
			return err
		}
	}
	if r.Program == "" {
		return nil
	}
	return r.Folder.writeStamp(frontStamp, stamp{Digest: r.digestOfFronts(), Answer: r.Verdicts})
}

// frontsAreCurrent reports whether the front pages are up to date.
func (r *Runner) frontsAreCurrent() bool {
	kept := r.Folder.readStamp(frontStamp)
	if r.Program == "" || kept.Digest == "" || kept.Digest != r.digestOfFronts() {
		return false
	}
	r.Verdicts = kept.Answer
	return true
}

// digestOf is the digest of an entry's files and of all that they are made of; empty if the entry
// must be made anew each time.
func (r *Runner) digestOf(e Entry) string {
	if r.Program == "" || r.Store == nil {
		return ""
	}

	h := sha256.New()
	fmt.Fprintf(h, "%s %v %t %q\n", r.Program, r.Formats, r.Full, e.Name)
	record, err := readRecord(r.Folder.path(e.Name), r.LargestFile())
	if err != nil {
		return ""
	}
	answers := record.answers()

	// The answers in the store, and the answers to slow tasks in the records.
	others := false
	for _, t := range distinct(e.Tasks) {
		if t.Volatile {
			return ""
		}
		sum := r.Store.Sum(t.Key)
		if sum == "" && r.computes(t) {
			return "" // the answer is gone
		}
		_, recorded := answers[t.Key]
		others = others || sum == "" && !recorded
		fmt.Fprintf(h, "%s %s\n", t.Key.Name(), sum)
	}
	files := fileHash{Hash: h, limit: r.LargestFile()}
	files.add(r.Folder, e.Name, RecordName)
	for _, other := range r.Entries {
		if others {
			files.add(r.Folder, other.Name, RecordName)
			if r.Earlier != "" {
				files.add(r.Earlier, other.Name, RecordName)
			}
		}
	}

	// The files.
	for _, name := range record.Files {
		for _, format := range withFormats(name) {
			files.add(r.Folder, e.Name, format)
		}
	}
	return files.digest()
}

// digestOfFronts is the digest of all records and of the front pages.
func (r *Runner) digestOfFronts() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", r.Program)
	files := fileHash{Hash: h, limit: r.LargestFile()}
	for _, e := range r.Entries {
		files.add(r.Folder, e.Name, RecordName)
	}
	for _, name := range frontNames() {
		files.add(r.Folder, name)
	}
	return files.digest()
}

// A fileHash adds files to a digest.
type fileHash struct {
	hash.Hash
	limit  int64 // of bytes that are read of a file
	failed bool  // a file is there and cannot be read
}

// add adds a file of a results folder, which may be absent.
func (h *fileHash) add(f Folder, names ...string) {
	text, err := store.ReadFile(f.path(names...), h.limit)
	h.failed = h.failed || err != nil && !errors.Is(err, fs.ErrNotExist)
	fmt.Fprintf(h, "%q %t %d\n", names, err == nil, len(text))
	h.Write(text)
}

// digest is empty if something cannot be read.
func (h *fileHash) digest() string {
	if h.failed {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
