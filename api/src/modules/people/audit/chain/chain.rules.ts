import type {
  ChainBreak,
  ChainHash,
  ChainHead,
  ChainReport,
  CheckpointRecord,
  Link,
  LinkedEntry,
  TrailEntry,
} from './chain.records.ts';

const BEFORE_FIRST: ChainHead = { position: 0, hash: '0'.repeat(64) };

/** A JSON array without spaces gives no two entries the same text. Its elements are strings or null, in this order. */
export function canonicalText(position: string, entry: TrailEntry): string {
  return JSON.stringify([
    position,
    entry.id,
    entry.action,
    entry.userId,
    entry.actorId,
    entry.entityType,
    entry.entityId,
    entry.metadata,
    entry.ip,
    entry.createdAtMicros,
  ]);
}

export function linkEntries(head: ChainHead | null, entries: readonly TrailEntry[], hashOf: ChainHash): Link[] {
  let last = head ?? BEFORE_FIRST;
  return entries.map((entry) => {
    const position = last.position + 1;
    const previousHash = last.hash;
    last = { position, hash: hashOf(previousHash, canonicalText(String(position), entry)) };
    return { id: entry.id, previousHash, ...last };
  });
}

export interface TrailPart {
  start: ChainHead | null;
  isLast: boolean;
}

/** The trail need not fit in memory. It ends at the first break, because later entries prove nothing. */
export async function verifyTrail(
  pages: AsyncIterable<readonly LinkedEntry[]>,
  { checkpoints, fault }: CheckpointRecord,
  hashOf: ChainHash,
  { start, isLast }: TrailPart = { start: null, isLast: true },
): Promise<Omit<ChainReport, 'pending'>> {
  const anchoredHashes = new Map(checkpoints.map(({ position, hash }) => [position, hash]));
  let head = start ?? BEFORE_FIRST;
  let lastAnchor = head;
  let anchorsChecked = 0;

  const report = (trailBreak: ChainBreak | null, anchorsHold: boolean) => ({
    valid: trailBreak === null && fault === null,
    checked: head.position,
    head: head.position === 0 ? null : head,
    brokenAt: trailBreak ?? fault,
    checkpoints: {
      checked: anchorsChecked,
      valid: anchorsHold && fault === null,
      lastPosition: checkpoints.at(-1)?.position ?? null,
    },
  });

  for await (const page of pages) {
    for (const entry of page) {
      const entryBreak = breakAt(entry, head, hashOf);
      if (entryBreak !== null) return report(entryBreak, true);
      const link = { position: head.position + 1, hash: entry.hash as string };
      const anchoredHash = anchoredHashes.get(link.position);
      if (anchoredHash !== undefined) {
        anchorsChecked += 1;
        if (anchoredHash !== link.hash) return report(rewritten(entry, link.position, lastAnchor), false);
        lastAnchor = link;
      }
      head = link;
    }
  }
  const beyond = checkpoints.find(({ position }) => position > head.position);
  if (isLast && beyond !== undefined) return report(cutOff(head, beyond), false);
  return report(null, true);
}

export async function continueTrail(
  start: ChainHead | null,
  pages: AsyncIterable<readonly LinkedEntry[]>,
  hashOf: ChainHash,
): Promise<{ head: ChainHead; brokenAt: ChainBreak | null }> {
  let head = start ?? BEFORE_FIRST;
  for await (const page of pages) {
    for (const entry of page) {
      const brokenAt = breakAt(entry, head, hashOf);
      if (brokenAt !== null) return { head, brokenAt };
      head = { position: head.position + 1, hash: entry.hash as string };
    }
  }
  return { head, brokenAt: null };
}

function breakAt(entry: LinkedEntry, last: ChainHead, hashOf: ChainHash): ChainBreak | null {
  const position = last.position + 1;
  // As a number, a position beyond 2^53 would be rounded to its neighbour.
  if (entry.position !== String(position)) return outOfOrder(entry, position);
  const broken = (reason: string) => ({ position, entryId: entry.id, reason });
  if (entry.previousHash !== last.hash) {
    return broken(`Entry ${entry.id} does not continue from the entry before it: the previous hash differs`);
  }
  if (entry.hash !== hashOf(last.hash, canonicalText(entry.position, entry))) {
    return broken(`Entry ${entry.id} was altered: its content does not give its hash`);
  }
  return null;
}

function outOfOrder(entry: LinkedEntry, expected: number): ChainBreak {
  const found = Number(entry.position);
  if (found < expected) {
    return { position: found, entryId: entry.id, reason: `Entry ${entry.id} was put in: position ${found} is taken` };
  }
  return {
    position: expected,
    entryId: null,
    reason: `Position ${expected} is missing: its entry was deleted or moved; the next one found is ${entry.position}`,
  };
}

function rewritten(entry: LinkedEntry, position: number, lastAnchor: ChainHead): ChainBreak {
  return {
    position,
    entryId: entry.id,
    reason: `The checkpoint at position ${position} has another hash: the trail was rewritten after position ${lastAnchor.position}`,
  };
}

function cutOff(head: ChainHead, beyond: ChainHead): ChainBreak {
  return {
    position: head.position + 1,
    entryId: null,
    reason: `The trail ends at position ${head.position}, before the checkpoint at position ${beyond.position}: its end was cut off`,
  };
}
