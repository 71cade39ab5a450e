// The worker of the lab: it runs the program, which obeys command lines and reads and
// writes files in memory. A message {id, words, input, files} runs a command; answers are
// {id, kind, text} with the kinds of package lab, and {id, kind: "exit", code, files},
// where files has what the command wrote; {kind: "ended"} says that the program is
// no longer there. Before that a message {module, files} starts it, with the compiled
// program and the files that are always there.
"use strict";

// A file system in memory, as the Go runtime asks for it. Paths are absolute.
const memory = (() => {
  const files = new Map(), folders = new Set(["/", "/tmp"]), open = new Map();
  const time = Date.UTC(2000, 0, 1);
  let next = 10;
  const flags = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
  const at = path => "/" + path.split("/").filter(part => part && part !== ".").join("/");
  const parent = path => path.slice(0, path.lastIndexOf("/")) || "/";
  const fail = (code, done) => done(Object.assign(new Error(code), { code }));
  const stat = path => {
    const file = files.get(path), folder = folders.has(path);
    if (!file && !folder) return null;
    return {
      dev: 0, ino: 0, mode: folder ? 0o40755 : 0o100644, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096, blocks: 0,
      size: file ? file.length : 0, atimeMs: time, mtimeMs: time, ctimeMs: time, isDirectory: () => folder,
    };
  };
  const stated = (path, done) => stat(path) ? done(null, stat(path)) : fail("ENOENT", done);
  const put = (path, bytes) => {
    for (let p = parent(path); !folders.has(p); p = parent(p)) folders.add(p);
    files.set(path, bytes);
  };
  const decoder = new TextDecoder();
  const fs = {
    constants: flags,
    writeSync(fd, bytes) { console.error(decoder.decode(bytes)); return bytes.length; },
    open(path, mode, _, done) {
      path = at(path);
      if (folders.has(path) && mode & (flags.O_WRONLY | flags.O_RDWR)) return fail("EISDIR", done);
      if (!files.has(path) && !folders.has(path)) {
        if (!(mode & flags.O_CREAT) || !folders.has(parent(path))) return fail("ENOENT", done);
        files.set(path, new Uint8Array());
      } else if (mode & flags.O_CREAT && mode & flags.O_EXCL) return fail("EEXIST", done);
      if (mode & flags.O_TRUNC) files.set(path, new Uint8Array());
      open.set(next, { path, place: mode & flags.O_APPEND ? files.get(path).length : 0 });
      done(null, next++);
    },
    close(fd, done) { open.delete(fd); done(null); },
    read(fd, buffer, offset, length, position, done) {
      const file = open.get(fd);
      if (!file) return fail("EBADF", done);
      const bytes = files.get(file.path), from = position ?? file.place;
      if (!bytes) return fail("EISDIR", done);
      const part = bytes.subarray(from, from + length);
      buffer.set(part, offset);
      if (position == null) file.place += part.length;
      done(null, part.length);
    },
    write(fd, buffer, offset, length, position, done) {
      const file = open.get(fd);
      if (!file) return done(null, this.writeSync(fd, buffer.subarray(offset, offset + length)));
      const bytes = files.get(file.path), from = position ?? file.place, end = from + length;
      const grown = end > bytes.length ? new Uint8Array(end) : bytes;
      if (grown !== bytes) grown.set(bytes);
      grown.set(buffer.subarray(offset, offset + length), from);
      files.set(file.path, grown);
      if (position == null) file.place = end;
      done(null, length);
    },
    fstat(fd, done) { open.has(fd) ? stated(open.get(fd).path, done) : fail("EBADF", done); },
    stat(path, done) { stated(at(path), done); },
    lstat(path, done) { stated(at(path), done); },
    readdir(path, done) {
      path = at(path);
      if (!folders.has(path)) return fail("ENOENT", done);
      done(null, [...files.keys(), ...folders].filter(p => p !== "/" && parent(p) === path).map(p => p.slice(p.lastIndexOf("/") + 1)));
    },
    mkdir(path, _, done) {
      path = at(path);
      if (stat(path)) return fail("EEXIST", done);
      if (!folders.has(parent(path))) return fail("ENOENT", done);
      folders.add(path);
      done(null);
    },
    rename(from, to, done) {
      from = at(from);
      if (!files.has(from)) return fail("ENOENT", done);
      files.set(at(to), files.get(from));
      files.delete(from);
      done(null);
    },
    unlink(path, done) { files.delete(at(path)) ? done(null) : fail("ENOENT", done); },
    rmdir(path, done) { folders.delete(at(path)) ? done(null) : fail("ENOENT", done); },
    ftruncate(fd, length, done) {
      const path = open.get(fd).path, bytes = new Uint8Array(length);
      bytes.set(files.get(path).subarray(0, length));
      files.set(path, bytes);
      done(null);
    },
    fsync(_, done) { done(null); },
  };
  for (const name of ["chmod", "fchmod", "chown", "fchown", "lchown", "utimes"]) fs[name] = (...args) => args.at(-1)(null);
  for (const name of ["link", "symlink", "readlink", "truncate"]) fs[name] = (...args) => fail("ENOSYS", args.at(-1));
  return { fs, files, put };
})();

globalThis.fs = memory.fs;
globalThis.process = {
  pid: 1, ppid: 1, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0,
  getgroups: () => [], umask: () => 0, cwd: () => "/", chdir() {},
};

let ready;
self.onmessage = async ({ data }) => {
  for (const [path, bytes] of Object.entries(data.files ?? {})) memory.put("/" + path, bytes);
  if (data.module) {
    ready = (async () => {
      const go = new Go();
      go.env = { CODEBREAK_COMMAND: "./run.sh", TMPDIR: "/tmp" };
      go.run(await WebAssembly.instantiate(data.module, go.importObject)).then(() => self.postMessage({ kind: "ended" }));
    })();
    return;
  }
  await ready;
  const before = new Map(memory.files);
  globalThis.codebreak(data.words, data.input ?? "", (kind, text) => {
    if (kind !== "exit") return self.postMessage({ id: data.id, kind, text });
    const files = {};
    for (const [path, bytes] of memory.files) {
      if (before.get(path) !== bytes) files[path.slice(1)] = bytes;
    }
    self.postMessage({ id: data.id, kind, code: text, files });
  });
};
