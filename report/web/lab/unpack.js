"use strict";

// unpack returns the bytes that an element of the page holds, compressed with gzip and written in
// characters of seven bits; see dense in lab.go.
async function unpack(id) {
  const node = document.getElementById(id), text = node.textContent;
  node.remove(); // which takes megabytes

  const unwritten = [0, 13, 60], pair = 0x400;
  const bytes = new Uint8Array(2 * text.length);
  let length = 0, bits = 0, have = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 128) {
      bits = bits << 7 | c;
      have += 7;
    } else if (c < pair) {
      bits = bits << 7 | unwritten[c - 128];
      have += 7;
    } else {
      bits = bits << 14 | unwritten[(c - pair) >> 7] << 7 | c & 127;
      have += 14;
    }
    for (; have >= 8; have -= 8) bytes[length++] = bits >> (have - 8);
    bits &= (1 << have) - 1;
  }
  const unpacked = new Response(new Response(bytes.subarray(0, length)).body.pipeThrough(new DecompressionStream("gzip")));
  return new Uint8Array(await unpacked.arrayBuffer());
}
