"use strict";

// unpack returns the bytes that an element of the page holds, compressed with gzip and written
// in Ascii85, but with v for <. It fails where a browser has no DecompressionStream, and on
// data that is damaged.
async function unpack(id) {
  const node = document.getElementById(id);
  const text = node.textContent.trim() + "uuuu"; // the highest digit fills the last five
  node.remove(); // which may take megabytes

  // Five digits are four bytes, and z is four zeros. A function for each would take seconds.
  const bytes = new DataView(new ArrayBuffer(4 * text.length));
  let length = 0, word = 0, digits = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 122) {
      length += 4;
      continue;
    }
    word = 85 * word + (c === 118 ? 27 : c - 33);
    if (++digits === 5) {
      bytes.setUint32(length, word);
      length += 4;
      word = digits = 0;
    }
  }

  // As many bytes of the last four are left out as digits were filled in.
  const packed = new Response(new Uint8Array(bytes.buffer, 0, length - 4 + digits));
  const unpacked = new Response(packed.body.pipeThrough(new DecompressionStream("gzip")));
  return new Uint8Array(await unpacked.arrayBuffer());
}
