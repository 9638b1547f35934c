import { createHash } from 'node:crypto';
import type { ProviderEvent } from './inbox.types.ts';

/** What a genuine message, or a part of it, becomes where nobody understands it: kept, under a name of its own. */
export function unreadableEvent(text: string): ProviderEvent {
  const digest = createHash('sha256').update(text).digest('hex');
  return { key: `unreadable:${digest}`, kind: 'UNREADABLE', content: { text }, saidAt: null };
}
