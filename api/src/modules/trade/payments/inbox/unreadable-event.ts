import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { ProviderEvent } from './inbox.types.ts';

/** What a genuine message, or a part of it, becomes where nobody understands it: kept, under a name of its own. */
export function unreadableEvent(text: string): ProviderEvent {
  const digest = createHash('sha256').update(text).digest('hex');
  return { key: `unreadable:${digest}`, kind: 'UNREADABLE', content: { text }, saidAt: null };
}

/** Of bytes that no text column holds, in base64. */
export function unreadableBytes(bytes: Buffer): ProviderEvent {
  if (isUtf8(bytes) && !bytes.includes(0)) return unreadableEvent(bytes.toString('utf8'));
  return unreadableEvent(`base64:${bytes.toString('base64')}`);
}
