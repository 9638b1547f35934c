import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

const QUIET_MODULES = 4;
const PIXELS_PER_MODULE = 6;

/** The PNG is a `data:` address, which every client can show. */
export function qrPicture(text: string): string {
  const options = { ecc: 'medium', border: QUIET_MODULES, scale: PIXELS_PER_MODULE } as const;
  return `data:image/png;base64,${pngOf(encodeQR(text, 'raw', options)).toString('base64')}`;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ONE_BIT = 1;
const GRAYSCALE = 0;

function pngOf(rows: readonly (readonly boolean[])[]): Buffer {
  const width = rows[0]?.length ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([ONE_BIT, GRAYSCALE], 8);
  const pixels = Buffer.concat(rows.map(scanLine));
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A byte for the filter, none, precedes eight pixels a byte. */
function scanLine(row: readonly boolean[]): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(row.length / 8));
  for (const [x, isBlack] of row.entries()) {
    const place = 1 + (x >> 3);
    if (!isBlack) line.writeUInt8(line.readUInt8(place) | (0x80 >> (x & 7)), place);
  }
  return line;
}

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
