import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { beingProcessed } from '../withdrawals.errors.ts';
import { endLease, leaseItem } from './item-lease.sql.ts';

/** Longer than the longest question to the marketplace, so that what one of them takes does not end it. */
const LIFETIME_MS = 30_000;
const ATTEMPTS = 10;
const PAUSE_MS = 200;
const JITTER_MS = 200;

export interface LeaseDeps {
  db: Db;
  clock: Clock;
  /** How long to wait is decided here; how, by who runs it. */
  wait: (ms: number) => Promise<void>;
}

export interface ItemLease {
  /** For another lifetime. */
  renew(): Promise<void>;
  /** Once is enough. */
  end(): Promise<void>;
}

/**
 * Makes requests for one item follow each other while they ask the marketplace, so that fifty clicks are not fifty
 * questions. It is a courtesy: who outlives it is stopped by the locks of the transaction that takes the item. 409 where
 * somebody else has it for too long.
 */
export async function takeItemLease(deps: LeaseDeps, inventoryItemId: Id<'inventoryItem'>): Promise<ItemLease> {
  const owner = randomUUID();
  const take = () => {
    const now = deps.clock.now();
    return leaseItem(deps.db, { inventoryItemId, owner, now, until: new Date(now.getTime() + LIFETIME_MS) });
  };
  for (let attempt = 1; !(await take()); attempt += 1) {
    if (attempt === ATTEMPTS) throw beingProcessed();
    await deps.wait(PAUSE_MS + Math.random() * JITTER_MS);
  }
  let isHeld = true;
  return {
    renew: async () => {
      await take();
    },
    end: async () => {
      if (isHeld) await endLease(deps.db, inventoryItemId, owner);
      isHeld = false;
    },
  };
}
