import { deflateRawSync } from 'node:zlib';

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/**
 * Makes a ZIP archive, a broken one on demand.
 * @param {[string, string | Buffer, object?][]} files name, content, what to state wrongly: `size`, `crc`, `stored`
 */
export function archive(...files) {
  const [parts, directory] = [[], []];
  let offset = 0;
  for (const [name, content, { size, crc, stored = false, flags = 0 } = {}] of files) {
    const [data, label] = [Buffer.from(content), Buffer.from(name)];
    const packed = stored ? data : deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc ?? crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size ?? data.length, 18);
    fields.writeUInt16LE(label.length, 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04'), fields, label, packed);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, end, label);
    offset += 4 + 26 + label.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const tail = Buffer.alloc(18);
  tail.writeUInt16LE(files.length, 4);
  tail.writeUInt16LE(files.length, 6);
  tail.writeUInt32LE(list.length, 8);
  tail.writeUInt32LE(offset, 12);
  const all = Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), tail]);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.length);
}
