// The program of the lab, behind one function: run. Its workers are made as they are
// needed and ended by stop.
"use strict";

const Program = (() => {
  // missing says what the browser lacks; empty if it has all.
  const missing = () => [
    [typeof WebAssembly === "object", "WebAssembly"], [typeof DecompressionStream === "function", "DecompressionStream"], [typeof Worker === "function", "web workers"],
  ].filter(([has]) => !has).map(([, name]) => name).join(" and ");

  const given = {}; // the files that the user has given, by their names
  let parts; // what workers are made of
  const load = async () => {
    const url = URL.createObjectURL(new Blob([document.getElementById("runtime").textContent, "\n", document.getElementById("worker").textContent], { type: "text/javascript" }));
    const module = await WebAssembly.compile(await unpack("wasm"));
    const files = {}, encoder = new TextEncoder();
    for (const [path, text] of Object.entries(JSON.parse(new TextDecoder().decode(await unpack("files"))))) files[path] = encoder.encode(text);
    return { url, module, files };
  };
  const idle = [];
  const worker = async () => {
    const { url, module, files } = await (parts ??= load());
    const w = idle.pop() ?? new Worker(url);
    if (!w.begun) w.postMessage({ module, files: { ...files } });
    w.begun = true;
    return w;
  };

  // run obeys a command line. The promise gives {code, out, err, files, stopped}: the exit
  // code, what was written, and the files that were written. work is called with how far
  // it has come, and signal ends it.
  const run = async (words, { input = "", work = () => {}, signal } = {}) => {
    const w = await worker();
    return new Promise(resolve => {
      const result = { code: null, out: "", err: "", files: {}, stopped: false };
      const end = (more) => {
        w.terminate();
        resolve({ ...result, ...more });
      };
      const stop = () => {
        end({ stopped: true });
        setTimeout(async () => idle.push(await worker()), 500); // the next command need not wait for it
      };
      if (signal?.aborted) return stop();
      signal?.addEventListener("abort", stop, { once: true });
      const ended = "codebreak: the program has ended, perhaps for lack of memory; try a smaller game";
      w.onerror = () => end({ code: 1, err: ended });
      w.onmessage = ({ data }) => {
        if (data.kind === "work") work(JSON.parse(data.text));
        else if (data.kind === "ended") end({ code: 1, err: ended });
        else if (data.kind !== "exit") result[data.kind] += data.text;
        else {
          signal?.removeEventListener("abort", stop);
          idle.push(w);
          resolve({ ...result, code: data.code, files: data.files });
        }
      };
      w.postMessage({ id: 1, words, input, files: { ...given } });
    });
  };
  return { missing, given, run };
})();
