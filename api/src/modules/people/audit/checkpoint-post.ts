import type { Logger } from '../../../platform/observability/logger.ts';
import { createOutsideClient } from '../../../platform/outbound/outside-client.ts';
import type { Checkpoint } from './audit.types.ts';

const TIMEOUT_MS = 5_000;
const RETRY_MS = 5_000;
const MAX_REPLY_BYTES = 16 * 1024;

/**
 * Gives what sends a checkpoint to whoever keeps them, behind the back of the caller: one at a time, the newest where
 * several wait, since each covers all before it. Call it with the newest again and again: what was not taken is sent
 * anew after a while, and what was taken is not.
 */
export function createCheckpointPost(
  copyUrl: string | null,
  logger: Logger,
  retryMs = RETRY_MS,
): (checkpoint: Checkpoint) => void {
  if (copyUrl === null) return () => {};
  const { origin, pathname, searchParams } = new URL(copyUrl);
  const keeper = createOutsideClient({
    name: 'keeper of checkpoints',
    baseUrl: origin,
    query: Object.fromEntries(searchParams),
    timeoutMs: TIMEOUT_MS,
    maxReplyBytes: MAX_REPLY_BYTES,
    logger,
  });
  let taken: string | null = null;
  let isSending = false;
  let retryAtMs = 0;

  async function send(checkpoint: Checkpoint): Promise<void> {
    isSending = true;
    try {
      await keeper.ask({ method: 'POST', path: pathname, body: checkpoint, replyAs: 'text', read: () => true });
      taken = checkpoint.signature;
    } catch {
      // The client has logged it.
      retryAtMs = performance.now() + retryMs;
    }
    isSending = false;
  }

  return (checkpoint) => {
    if (!isSending && taken !== checkpoint.signature && performance.now() >= retryAtMs) void send(checkpoint);
  };
}
