// @ts-check
/** Reads a ZIP archive in memory. Bad archives are refused as a whole: what writes `../` into a name means harm. */

export const MAX_ENTRIES = 1000;
/** Unpacked, all together (bytes). */
export const MAX_TOTAL = 64 * 2 ** 20;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** A gzip header around the packed bytes lets the browser check them as well (RFC 1952). */
const GZIP_HEAD = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/** @typedef {{name: string, method: number, crc: number, packed: number, size: number, offset: number}} Entry */

/**
 * The files of an archive by name, folders left out.
 * @param {ArrayBuffer} buffer
 * @returns {Promise<Map<string, Uint8Array>>}
 */
export async function unzip(buffer) {
  const view = new DataView(buffer);
  const entries = directory(view);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_TOTAL) throw new RangeError(`the archive unpacks to ${total} bytes, at most ${MAX_TOTAL} are read`);
  const files = new Map();
  for (const entry of entries) {
    if (!entry.name.endsWith('/')) files.set(entry.name, await unpack(view, entry));
  }
  return files;
}

/** @param {DataView} view @returns {Entry[]} */
function directory(view) {
  let end = view.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw new TypeError('no ZIP archive: its end record is missing');
  const count = view.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) throw new RangeError(`the archive has ${count} files, at most ${MAX_ENTRIES} are read`);
  const entries = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) {
      throw new TypeError(`broken ZIP archive: entry ${index + 1} of ${count} is not where it should be`);
    }
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const entry = {
      name: nameAt(view, at + 46, name),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    check(entry, view.getUint16(at + 8, true));
    entries.push(entry);
    at += 46 + name + extra + comment;
  }
  return entries;
}

/** @param {DataView} view @param {number} at @param {number} length */
function nameAt(view, at, length) {
  if (at + length > view.byteLength) throw new TypeError('broken ZIP archive: a name goes beyond its end');
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
}

/** @param {Entry} entry @param {number} flags */
function check({ name, method }, flags) {
  const parts = name.split(/[/\\]/);
  if (parts.includes('..') || /^([/\\]|[a-z]:)/i.test(name) || name.includes('\0')) {
    throw new RangeError(`the archive is refused: the name ${JSON.stringify(name)} leaves its folder`);
  }
  if (flags & ENCRYPTED) throw new TypeError(`${name} in the archive is encrypted`);
  if (method === STORED || method === DEFLATED) return;
  throw new TypeError(`${name} is packed by method ${method}, not deflate`);
}

/** @param {DataView} view @param {Entry} entry */
async function unpack(view, { name, method, crc, packed, size, offset }) {
  if (offset + 30 > view.byteLength) throw new TypeError(`broken ZIP archive: ${name} begins beyond its end`);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > view.byteLength) throw new TypeError(`broken ZIP archive: ${name} goes beyond its end`);
  const bytes = new Uint8Array(view.buffer, view.byteOffset + start, packed);
  if (method === STORED) {
    if (packed !== size) throw new TypeError(`broken ZIP archive: ${name} has two sizes`);
    return bytes;
  }
  const tail = new DataView(new ArrayBuffer(8));
  tail.setUint32(0, crc, true);
  tail.setUint32(4, size, true);
  const blob = new Blob([new Uint8Array(GZIP_HEAD), bytes, tail]);
  return inflate(blob.stream().pipeThrough(new DecompressionStream('gzip')), name, size);
}

/** Stops where more comes out than was said: the sum of all sizes is checked, so that no bomb goes off.
 * @param {ReadableStream} stream @param {string} name @param {number} size */
async function inflate(stream, name, size) {
  const result = new Uint8Array(size);
  const reader = stream.getReader();
  let length = 0;
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      if (length + value.length > size) throw new RangeError(`it unpacks to more than the ${size} bytes it states`);
      result.set(value, length);
      length += value.length;
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw new TypeError(`the archive is refused: ${name} is broken`, { cause: error });
  }
  if (length !== size) throw new TypeError(`the archive is refused: ${name} has ${length} bytes and states ${size}`);
  return result;
}
