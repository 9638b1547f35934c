import { createHmac } from 'node:crypto';

/** A forged message is wrong in one of these ways and deceives anybody who believes it. */
export const FORGERIES = [
  // The bytes were signed, and changed afterwards.
  'altered',
  'reformatted',
  'wrong-secret',
  'unsigned',
  'no-timestamp',
  'garbled',
  'truncated',
  // Signed rightly, five minutes and a bit ago, or as far ahead.
  'old',
  'future',
  // Signed rightly, under another time than the one in its header.
  'other-timestamp',
] as const;
export type Forgery = (typeof FORGERIES)[number];

const BEYOND_WINDOW_SECONDS = 310;

/** The signature is the HMAC-SHA256 of the time, a point and the bytes of the body. */
function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

export function messageOf(
  body: string,
  secret: string,
  now: Date,
  forgery: Forgery | null,
): { text: string; headers: Record<string, string> } {
  const seconds = Math.floor(now.getTime() / 1000);
  const shift = { old: -BEYOND_WINDOW_SECONDS, future: BEYOND_WINDOW_SECONDS }[forgery as string] ?? 0;
  const timestamp = String(seconds + shift);
  const signature = signatureOf(forgery === 'wrong-secret' ? `${secret}?` : secret, timestamp, body);
  const text = forgedText(body, forgery);
  switch (forgery) {
    case 'unsigned':
      return { text, headers: { 'x-pix-timestamp': timestamp } };
    case 'no-timestamp':
      return { text, headers: { 'x-pix-signature': signature } };
    case 'other-timestamp':
      return { text, headers: { 'x-pix-timestamp': String(seconds + 1), 'x-pix-signature': signature } };
    case 'garbled':
      return { text, headers: { 'x-pix-timestamp': timestamp, 'x-pix-signature': `${'z'.repeat(64)}` } };
    case 'truncated':
      return { text, headers: { 'x-pix-timestamp': timestamp, 'x-pix-signature': signature.slice(0, 32) } };
    default:
      return { text, headers: { 'x-pix-timestamp': timestamp, 'x-pix-signature': signature } };
  }
}

function forgedText(body: string, forgery: Forgery | null): string {
  if (forgery === 'altered') return body.replace(/"valor":"(\d+)/, '"valor":"9$1');
  if (forgery === 'reformatted') return body.replace('{', '{ ');
  return body;
}
