import jsqr from 'jsqr';
import { PNG } from 'pngjs';

// Its module is CommonJS with a default export of its own.
const readQr = jsqr as unknown as typeof jsqr.default;

/** Reads the code as a camera would, by other people's code; null where it finds nothing. */
export function readPicture(dataUrl: string): string | null {
  const [kind, base64] = dataUrl.split(',', 2) as [string, string];
  if (kind !== 'data:image/png;base64') return null;
  const { data, width, height } = PNG.sync.read(Buffer.from(base64, 'base64'));
  return readQr(new Uint8ClampedArray(data), width, height)?.data ?? null;
}
