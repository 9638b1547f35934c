import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Compresses a file when a browser first takes it, and keeps each copy in memory. */
type Encoding = 'br' | 'gzip' | 'identity';

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

export function createCompressed(content: Buffer): (encoding: Encoding) => Promise<Buffer> {
  const copies = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const copy = copies.get(encoding) ?? compress(content, encoding);
    copies.set(encoding, copy);
    return copy;
  };
}

export function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return promisify(brotliCompress)(content, BROTLI);
    case 'gzip':
      return promisify(gzip)(content);
    case 'identity':
      return Promise.resolve(content);
  }
}

/** Returns our best encoding that the browser takes; `q=0` excludes one. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const taken = String(accepted ?? '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim());
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : 'identity';
}
