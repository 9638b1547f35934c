import { setTimeout as pause } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { createMarketplace, type Marketplace } from '../../src/modules/trade/marketplace/index.ts';
import { createOrders, type RunningOrders } from '../../src/modules/trade/orders/index.ts';
import { type FixedClock, fixedClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createItem } from '../support/items.ts';
import { createPerson } from '../support/people.ts';
import {
  handlePurchases,
  type MarketRecord,
  marketRecord,
  type PurchaseRow,
  type Purchases,
  purchaseRows,
  setMarket,
  type Wanted,
} from '../support/purchases.ts';
import { compareRecords, type MarketReport, NO_REPORT, sumOf } from './market-report.ts';

/**
 * Purchases by several processes at once from a marketplace that errs in every way it can: in what it answers to a
 * purchase, and in what it answers to who asks for one. Some processes die between the two. When all is over its own
 * record is held against ours.
 */
const NAME = 'Fracture Case';
const PRICE = 1_000;
const BUY = 'buy-one-p2p-name';
const LOOK = 'check-many-project-id';

/** Each fault of a purchase, before and after it is recorded where that makes a difference. */
const BUY_FAULTS = [
  ...['time-out', 'cut-off', 'server-error', 'malformed', 'incomplete', 'slow'].flatMap((fault) => [
    { fault, moment: 'before' },
    { fault, moment: 'after' },
  ]),
  ...['oversized', 'numbers-as-strings', 'refusal', 'forbidden', 'rate-limited', 'price-change', 'no-stock'].map(
    (fault) => ({ fault }),
  ),
];
const LOOK_FAULTS = [
  ...['time-out', 'cut-off', 'server-error', 'malformed', 'incomplete', 'oversized', 'slow'],
  ...['refusal', 'forbidden', 'rate-limited', 'numbers-as-strings'],
];
export const FAULT_KINDS = new Set(BUY_FAULTS.map(({ fault }) => fault)).size;

const WAIT_MS = 400;
/** Slower than we wait for a purchase, so that who has given up has bought all the same. */
const slowMs = (waitMs: number) => Math.ceil(waitMs * 1.5);
const MAX_ROUND = 20;
const AT_ONCE = 10;
const USERS = 20;
/** A marketplace remembers all its purchases, and tells all of them; so it is a new one now and then. */
const CHAPTER = 1_000;
const STEP_MS = 30_000;
const LOOKS_WITH_FAULTS = 8;
const LOOK_AGAIN_MS = 20;

interface CampaignOptions {
  db: Db;
  purchases: number;
  /** How long an answer is waited for. */
  waitMs?: number;
  onProgress?: (done: number) => void;
}

export async function runMarketCampaign(options: CampaignOptions): Promise<MarketReport> {
  const { db, purchases, waitMs = WAIT_MS, onProgress } = options;
  // Every fault has its turn, also where few are bought.
  const roundSize = Math.max(1, Math.min(MAX_ROUND, Math.floor(purchases / BUY_FAULTS.length)));
  const people = await Promise.all(Array.from({ length: USERS }, () => createPerson(db)));
  const userIds = people.map(({ userId }) => userId);
  const wanted = { userIds, itemId: await createItem(db), name: NAME, maxCoins: PRICE };
  const clock = fixedClock(new Date());
  let report = NO_REPORT;
  let round = 0;
  while (report.purchases < purchases) {
    const sandbox = await startSandbox({ port: 0 });
    try {
      const first = report.purchases;
      const chapter = openChapter({ db, sandbox, clock, wanted, first, waitMs });
      const count = Math.min(CHAPTER, purchases - first);
      for (let done = 0; done < count; done += roundSize) {
        await playRound(chapter, round, Math.min(roundSize, count - done));
        round += 1;
        onProgress?.(first + Math.min(count, done + roundSize));
      }
      await settleAll(chapter);
      report = sumOf(report, compareRecords(await chapter.ours(), await marketRecord(sandbox)));
    } finally {
      await sandbox.close();
    }
  }
  return report;
}

interface Process {
  orders: RunningOrders;
  purchases: Purchases;
}

interface Chapter {
  sandbox: Sandbox;
  clock: FixedClock;
  /** Two that live, and one that dies as soon as its question is answered, without a look at the answer. */
  living: readonly Process[];
  dying: Process;
  /** By project id, what to do when the dying one has died. */
  deaths: Map<string, () => void>;
  waitMs: number;
  nextNumber(): number;
  projectIdOf(number: number): string;
  countOpen(): Promise<number>;
  ours(): Promise<PurchaseRow[]>;
}

interface ChapterDeps {
  db: Db;
  sandbox: Sandbox;
  clock: FixedClock;
  wanted: Wanted;
  first: number;
  waitMs: number;
}

let campaigns = 0;

function openChapter({ db, sandbox, clock, wanted, first, waitMs }: ChapterDeps): Chapter {
  const address = { url: sandbox.marketUrl, apiKey: sandbox.marketApiKey };
  const marketplace = createMarketplace({ ...address, logger, timeoutsMs: { look: waitMs, buy: waitMs } });
  const deaths = new Map<string, () => void>();
  const forgotten: Marketplace = {
    ...marketplace,
    buy: (order) => {
      const die = deaths.get(order.projectId);
      marketplace.buy(order).then(die, die);
      return new Promise(() => undefined);
    },
  };
  const start = (market: Marketplace): Process => {
    const orders = createOrders({ db, clock, logger });
    return { orders, purchases: handlePurchases({ ...wanted, db, orders, marketplace: market }) };
  };
  campaigns += 1;
  const prefix = `c${campaigns}_${first}_`;
  let made = 0;
  return {
    sandbox,
    clock,
    living: [start(marketplace), start(marketplace)],
    dying: start(forgotten),
    deaths,
    waitMs,
    nextNumber: () => {
      made += 1;
      return made;
    },
    projectIdOf: (number) => `${prefix}${number}`,
    countOpen: async () => {
      const rows = await db.query<{ count: number }>(
        sql`select count(*)::int as count from orders where status in ('REQUESTED', 'SENT', 'UNKNOWN')`,
      );
      return rows[0]?.count ?? 0;
    },
    ours: () => purchaseRows(db, prefix),
  };
}

/** Some purchases under one fault of buying, and the looks for those that were left open under one of looking. */
async function playRound(chapter: Chapter, round: number, count: number): Promise<void> {
  const { sandbox, clock, waitMs } = chapter;
  const buyFault = BUY_FAULTS[round % BUY_FAULTS.length];
  const lookFault = LOOK_FAULTS[round % LOOK_FAULTS.length];
  const delayMs = slowMs(waitMs);
  const earlier = await marketRecord(sandbox);
  // Our clock goes ahead of the marketplace's, so what that is slow with is waited for.
  const acted = buyFault?.fault === 'slow' ? () => untilAllActed(sandbox, earlier) : async () => undefined;
  await setMarket(sandbox, {
    stock: { name: NAME, prices: Array(2 * MAX_ROUND).fill(PRICE) },
    wallet: 1_000_000_000,
    faults: [
      { ...buyFault, path: BUY, probability: 0.75, delayMs },
      { fault: lookFault, path: LOOK, probability: 0.5, delayMs },
    ],
  });
  let left = count;
  const buyNext = async () => {
    while (left > 0) {
      left -= 1;
      await buyOne(chapter);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buyNext));
  await acted();
  for (let look = 0; look < LOOKS_WITH_FAULTS && (await chapter.countOpen()) > 0; look += 1) {
    clock.advance(STEP_MS);
    await lookAfterAll(chapter);
    await acted();
  }
}

/** Of ten one is placed by a process that dies before it sends, one by a process that dies while it does. */
async function buyOne({ living, dying, deaths, nextNumber, projectIdOf }: Chapter): Promise<void> {
  const number = nextNumber();
  const projectId = projectIdOf(number);
  const [one, other] = number % 2 === 0 ? living : living.toReversed();
  if (number % 10 === 3) await one?.purchases.place(projectId);
  else if (number % 10 === 7) {
    const id = await dying.purchases.place(projectId);
    const death = new Promise<void>((resolve) => deaths.set(projectId, resolve));
    await Promise.race([death, dying.purchases.send(id)]);
  } else {
    const id = await one?.purchases.place(projectId);
    // Sent by the one that placed it, twice, and by another that should not.
    if (id !== undefined) await Promise.all([one, one, other].map((each) => each?.purchases.send(id)));
  }
}

const lookAfterAll = ({ living }: Chapter) => Promise.all(living.map(({ orders }) => orders.settleDue()));

/** Until every purchase that was asked for since is recorded or refused, also those that nobody waits for any more. */
async function untilAllActed(sandbox: Sandbox, earlier: MarketRecord): Promise<void> {
  const actedIn = ({ purchases, refusals }: MarketRecord) => purchases.length + refusals.length;
  const askedIn = ({ requests }: MarketRecord) => requests.asked[BUY] ?? 0;
  for (;;) {
    const now = await marketRecord(sandbox);
    if (actedIn(now) - actedIn(earlier) === askedIn(now) - askedIn(earlier)) return;
    await pause(LOOK_AGAIN_MS);
  }
}

/** The marketplace is itself again: whatever is open is settled now. */
async function settleAll(chapter: Chapter): Promise<void> {
  await setMarket(chapter.sandbox, { faults: [] });
  while ((await chapter.countOpen()) > 0) {
    chapter.clock.advance(STEP_MS);
    await lookAfterAll(chapter);
  }
}
