import { setTimeout as pause } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { createMarketplace, type Marketplace } from '../../src/modules/trade/marketplace/index.ts';
import { type FixedClock, fixedClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { type MarketRecord, marketRecord, setMarket } from '../support/purchases.ts';
import {
  insertWish,
  insertWithdrawable,
  neverAgain,
  readOwn,
  startProcess,
  type Wish,
  type WithdrawingProcess,
} from '../support/withdrawing-process.ts';
import { compareRecords, type MarketReport, NO_REPORT, sumOf } from './market-report.ts';

/**
 * Several processes withdraw items from a marketplace that errs in every way it can. Some processes die on the way. At
 * the end its own record is compared with ours.
 */
const NAME = 'Fracture Case';
const PRICE = 1_000;
const BUY = 'buy-one-p2p-name';
const LOOK = 'check-many-project-id';

/** Each fault strikes a purchase, before and after it is recorded where that makes a difference. */
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
  'time-out',
  'cut-off',
  'server-error',
  'malformed',
  'incomplete',
  'oversized',
  'slow',
  'refusal',
  'forbidden',
  'rate-limited',
  'numbers-as-strings',
];
export const FAULT_KINDS = new Set(BUY_FAULTS.map(({ fault }) => fault)).size;

const WAIT_MS = 400;
/** Slower than we wait for a purchase, so that who has given up has bought all the same. */
const slowMs = (waitMs: number) => Math.ceil(waitMs * 1.5);
const MAX_ROUND = 20;
const AT_ONCE = 10;
/** A marketplace remembers all its purchases, and tells all of them; so it is a new one now and then. */
const CHAPTER = 1_000;
const STEP_MS = 30_000;
const WELL_STOCKED = {
  stock: { name: NAME, prices: Array(2 * MAX_ROUND).fill(PRICE) },
  wallet: 1_000_000_000,
  pricesPerMinute: 0,
};
const LOOKS_WITH_FAULTS = 8;
const LOOK_AGAIN_MS = 20;
const MAX_LOOKS = 200;

interface CampaignOptions {
  db: Db;
  purchases: number;
  waitMs?: number;
  onProgress?: (done: number) => void;
}

export async function runMarketCampaign(options: CampaignOptions): Promise<MarketReport> {
  const { db, purchases, waitMs = WAIT_MS, onProgress } = options;
  // Every fault has its turn, also where few are bought.
  const roundSize = Math.max(1, Math.min(MAX_ROUND, Math.floor(purchases / BUY_FAULTS.length)));
  const itemId = await insertWithdrawable(db, NAME);
  const clock = fixedClock(new Date());
  let report = NO_REPORT;
  let round = 0;
  while (report.purchases < purchases) {
    const sandbox = await startSandbox({ port: 0 });
    try {
      const first = report.purchases;
      const chapter = openChapter({ db, sandbox, clock, itemId, waitMs });
      const count = Math.min(CHAPTER, purchases - first);
      for (let done = 0; done < count; done += roundSize) {
        await playRound(chapter, round, Math.min(roundSize, count - done));
        round += 1;
        onProgress?.(first + Math.min(count, done + roundSize));
      }
      await settleAll(chapter);
      report = sumOf(report, compareRecords(await readOwn(db, chapter.wishes), await marketRecord(sandbox)));
    } finally {
      await sandbox.close();
    }
  }
  return report;
}

interface ChapterDeps {
  db: Db;
  sandbox: Sandbox;
  clock: FixedClock;
  itemId: Id<'item'>;
  waitMs: number;
}

interface Chapter extends ChapterDeps {
  living: readonly WithdrawingProcess[];
  /** Each dies at a point of its own: with its intent, before its question, and with the answer to it. */
  dying: readonly ((die: () => Promise<never>) => WithdrawingProcess)[];
  wishes: Wish[];
  /** Hurried while there are faults: nobody wants to wait for what never comes. */
  mood: { isHurried: boolean };
}

function openChapter(deps: ChapterDeps): Chapter {
  const { db, sandbox, clock, waitMs } = deps;
  const address = { url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger };
  const patient = createMarketplace(address);
  const hurried = createMarketplace({ ...address, timeoutsMs: { look: waitMs, buy: waitMs } });
  const mood = { isHurried: true };
  const asked = () => (mood.isHurried ? hurried : patient);
  const buy: Marketplace['buy'] = (order) => asked().buy(order);
  // Prices are looked at first and must be visible: a request that ends there is no purchase.
  const marketplace: Marketplace = { ...patient, buy, tradesByProjectId: (ids) => asked().tradesByProjectId(ids) };
  const start = (market: Marketplace) => startProcess({ db, clock, marketplace: market });
  return {
    ...deps,
    living: [start(marketplace), start(marketplace)],
    dying: [
      (die) => startProcess({ db, clock, marketplace, sendsBy: die }),
      (die) => start({ ...marketplace, buy: die }),
      (die) => start({ ...marketplace, buy: (order) => buy(order).then(die, die) }),
    ],
    wishes: [],
    mood,
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
    ...WELL_STOCKED,
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
  for (let look = 0; look < LOOKS_WITH_FAULTS && (await countOpen(chapter)) > 0; look += 1) {
    clock.advance(STEP_MS);
    await lookAfterAll(chapter);
    await acted();
  }
}

/** One of ten is withdrawn through each of the processes that die, the others through two that live, at once. */
async function buyOne(chapter: Chapter): Promise<void> {
  const { db, clock, itemId, living, dying, wishes } = chapter;
  const wish = await insertWish(db, itemId, clock.now());
  wishes.push(wish);
  const startDying = dying[(wishes.length % 10) - 1];
  if (startDying === undefined)
    return withdraw(chapter, () => Promise.all(living.map((each) => orRefused(each.withdraw(wish)))));
  // Each has a process of its own, so that several can die at once.
  const death = Promise.withResolvers<true>();
  const mortal = startDying(() => {
    death.resolve(true);
    return neverAgain();
  });
  await withdraw(chapter, async () => [await Promise.race([death.promise, mortal.withdraw(wish)])]);
}

/** Tries again until it succeeds: items that others bought, or made dearer, come back. */
async function withdraw({ sandbox }: Chapter, attempt: () => Promise<boolean[]>): Promise<void> {
  while (!(await attempt()).includes(true)) await setMarket(sandbox, WELL_STOCKED);
}

async function orRefused(withdrawing: Promise<boolean>): Promise<boolean> {
  try {
    return await withdrawing;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

const lookAfterAll = ({ living }: Chapter) => Promise.all(living.map(({ settleDue }) => settleDue()));

async function countOpen({ db }: Chapter): Promise<number> {
  const rows = await db.query<{ count: number }>(
    sql`select count(*)::int as count from orders where status in ('REQUESTED', 'SENT', 'UNKNOWN')`,
  );
  return rows[0]?.count ?? 0;
}

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
  chapter.mood.isHurried = false;
  for (let looks = 0; (await countOpen(chapter)) > 0; looks += 1) {
    if (looks === MAX_LOOKS)
      throw new Error('orders stay open though the marketplace answers: see its record and ours');
    chapter.clock.advance(STEP_MS);
    await lookAfterAll(chapter);
  }
}
