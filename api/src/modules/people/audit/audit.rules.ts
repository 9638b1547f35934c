import type {
  ChainBreak,
  ChainHead,
  ChainReport,
  CheckpointRecord,
  Link,
  LinkedEntry,
  TrailEntry,
} from './audit.types.ts';

/** SHA-256 over the 32 bytes of the previous hash and the UTF-8 bytes of the text; hashes are given as hex. */
export type ChainHash = (previousHash: string, text: string) => string;

/** Where the chain begins: the previous hash of the first entry is 32 zero bytes. */
const BEFORE_FIRST: ChainHead = { position: 0, hash: '0'.repeat(64) };

/**
 * What a hash covers: a JSON array, so that no two different entries have the same text. All elements are strings or
 * null, in this order, and the array is printed without spaces.
 */
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

/** The links that append the entries, in their order, to a chain that ends with `head`. */
export function linkEntries(head: ChainHead | null, entries: readonly TrailEntry[], hashOf: ChainHash): Link[] {
  let last = head ?? BEFORE_FIRST;
  return entries.map((entry) => {
    const position = last.position + 1;
    const previousHash = last.hash;
    last = { position, hash: hashOf(previousHash, canonicalText(String(position), entry)) };
    return { id: entry.id, previousHash, ...last };
  });
}

/** A part of a trail: the entry that it continues from (null: it is the first), and whether the trail ends with it. */
export interface TrailPart {
  start: ChainHead | null;
  isLast: boolean;
}

/**
 * Walks the trail, or a part of it, in pages so that it need not fit in memory, and holds it against the checkpoints.
 * Ends at the first break: after it nothing can be said about the entries.
 */
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

/** Walks on from a head that is known to be good; gives how far it got, and what is wrong with the next entry. */
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

/** What keeps an entry from being the next one after `last`, in words for a person. */
function breakAt(entry: LinkedEntry, last: ChainHead, hashOf: ChainHash): ChainBreak | null {
  const position = last.position + 1;
  // Compared as text: a position beyond 2^53 must not pass for its rounded neighbour.
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
