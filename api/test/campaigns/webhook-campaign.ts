import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pix } from '../../src/modules/trade/payments/index.ts';
import { type FixedClock, fixedClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { MINUTE_MS } from '../../src/platform/durations.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { isWaitingForBank, signedHeaders } from '../support/pix-messages.ts';

/**
 * Each deposit is paid once and reported many times, alone and with others in one message, to two processes, amid
 * forgeries. Few messages report one payment alone, because each message costs time; memory holds one number for each
 * report.
 */

const SECRET = 'campaign';
const USERS = 500;
const AMOUNT = { cents: 5_000, valor: '50.00' };
const FORGERIES = ['altered', 'reformatted', 'wrong-secret', 'unsigned', 'old', 'future', 'garbled'] as const;
/** So many true messages come between two forgeries. */
const FORGERY_EVERY = 20;
const AT_ONCE = 64;
/** So many payments one message tells of at most. */
const MAX_TOLD = 20;
const LOOK_AGAIN_MS = 20;

interface WebhookCampaign {
  databaseUrl: string;
  deposits: number;
  maxRepeats: number;
  seed: string;
  onProgress?: (told: number, all: number) => void;
}

export interface WebhookReport {
  deposits: number;
  tellings: number;
  messages: number;
  forgeries: number;
  forgeriesAccepted: number;
  refusedMessages: number;
  creditedOnce: number;
  creditedTwice: number;
  notCredited: number;
  violations: number;
}

export const isFlawlessReport = (report: WebhookReport): boolean =>
  report.creditedOnce === report.deposits &&
  report.forgeries > 0 &&
  report.forgeriesAccepted + report.refusedMessages + report.creditedTwice + report.notCredited + report.violations ===
    0;

export async function runWebhookCampaign(campaign: WebhookCampaign): Promise<WebhookReport> {
  const clock = fixedClock('2026-11-16T12:00:00.000Z');
  const webhookSecrets = { pix: SECRET, mercadoPago: null };
  const options = { clock, databaseUrl: campaign.databaseUrl, webhookSecrets, pix: bankOf(clock) };
  const apps = [await createTestApp(options), await createTestApp(options)] as const;
  try {
    const [{ db }] = apps;
    await insertDeposits(db, campaign.deposits, clock.now());
    const counts = await sendAll(campaign, apps, clock);
    while ((await db.query(isWaitingForBank)).length > 0) await pause(LOOK_AGAIN_MS);
    return { deposits: campaign.deposits, ...counts, ...(await countCredits(db)) };
  } finally {
    for (const app of apps) await app.close();
  }
}

const txidOf = (place: number) => `campaign${String(place).padStart(20, '0')}`;
const endToEndIdOf = (place: number) => `E00000000${String(place).padStart(23, '0')}`;

/** It says of each deposit that it was paid once, and does nothing else. */
const bankOf = (clock: FixedClock) =>
  ({
    canSend: false,
    findPayment: async (endToEndId) => ({
      endToEndId,
      txid: txidOf(Number(endToEndId.slice(-23))),
      amountCents: BigInt(AMOUNT.cents),
      foreignCurrency: null,
      paidAt: clock.now(),
      returns: [],
      unreadableReturns: [],
      payer: null,
    }),
  }) satisfies Partial<Pix> as Partial<Pix> as Pix;

async function insertDeposits(db: Db, count: number, now: Date): Promise<void> {
  await db.query(sql`
    insert into users (platform_id, username)
    select '7656119' || lpad((9000000000 + n)::text, 10, '0'), 'Payer ' || n from generate_series(1, ${USERS}::int) n`);
  await db.query(sql`
    insert into deposits (user_id, provider, txid, amount_cents, created_at, expires_at)
    select (select min(id) from users) + n % ${USERS}::int, 'pix', 'campaign' || lpad(n::text, 20, '0'),
      ${AMOUNT.cents}::int, ${now}, ${new Date(now.getTime() + 30 * MINUTE_MS)}
    from generate_series(0, ${count}::int - 1) n`);
}

/** Every message as often as chance has it, all of them shuffled; half way the time of every deposit is over. */
async function sendAll(
  { deposits, maxRepeats, seed, onProgress }: WebhookCampaign,
  apps: readonly TestApp[],
  clock: FixedClock,
): Promise<Pick<WebhookReport, 'tellings' | 'messages' | 'forgeries' | 'forgeriesAccepted' | 'refusedMessages'>> {
  const random = createRandom(seed);
  const repeats = Array.from({ length: deposits }, () => 1 + Math.floor(random() * maxRepeats));
  const order = shuffled(repeats, random);
  const half = order.length >> 1;
  const counts = { tellings: order.length, messages: 0, forgeries: 0, forgeriesAccepted: 0, refusedMessages: 0 };
  let next = 0;
  const sendOn = async () => {
    while (next < order.length) {
      const isFirstHalf = next < half;
      const places = order.subarray(next, next + 1 + Math.floor(random() * MAX_TOLD));
      next += places.length;
      const message = counts.messages;
      counts.messages += 1;
      const app = apps[message % apps.length] as TestApp;
      if (isFirstHalf && next >= half) await endAllTimes(app, clock);
      if (message % FORGERY_EVERY === 0) {
        const forgery = FORGERIES[(message / FORGERY_EVERY) % FORGERIES.length] as (typeof FORGERIES)[number];
        counts.forgeries += 1;
        if ((await post(app, places, clock.now(), forgery)) !== 401) counts.forgeriesAccepted += 1;
      }
      // A message that was signed before the time jumped is refused, as it should be; a provider sends it again.
      const isTaken = async () => (await post(app, places, clock.now(), null)) === 200;
      if (!(await isTaken()) && !(await isTaken())) counts.refusedMessages += 1;
      if (message % 100 === 0 || next === order.length) onProgress?.(next, order.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
  return counts;
}

async function endAllTimes({ jobSets }: TestApp, clock: FixedClock): Promise<void> {
  clock.advance(31 * MINUTE_MS);
  for (const { tasks } of jobSets) await tasks['expire-deposits']?.({});
}

async function post(
  app: TestApp,
  places: Int32Array,
  now: Date,
  forgery: (typeof FORGERIES)[number] | null,
): Promise<number> {
  const horario = now.toISOString();
  const pix = Array.from(places, (place) => ({
    endToEndId: endToEndIdOf(place),
    txid: txidOf(place),
    valor: AMOUNT.valor,
    horario,
  }));
  const body = JSON.stringify({ pix });
  const { statusCode } = await app.http.inject({
    method: 'POST',
    url: '/api/payment/deposit/webhook/pix',
    headers: { 'content-type': 'application/json', ...headersOf(body, now, forgery) },
    payload: forgery === 'altered' ? body.replace('50.00', '950.00') : forgery === 'reformatted' ? ` ${body}` : body,
  });
  return statusCode;
}

function headersOf(body: string, now: Date, forgery: (typeof FORGERIES)[number] | null): Record<string, string> {
  const shiftMs = { old: -301_000, future: 301_000 }[forgery as string] ?? 0;
  const signed = signedHeaders(
    forgery === 'wrong-secret' ? 'guessed' : SECRET,
    body,
    new Date(now.getTime() + shiftMs),
  );
  if (forgery === 'unsigned') return {};
  return forgery === 'garbled' ? { ...signed, 'x-pix-signature': 'f'.repeat(64) } : signed;
}

async function countCredits(db: Db) {
  const [credits] = await db.query<{ once: number; twice: number; never: number }>(sql`
    select count(*) filter (where credits = 1)::int as once, count(*) filter (where credits > 1)::int as twice,
      count(*) filter (where credits = 0)::int as never
    from (
      select count(transfers.id) as credits from deposits
      left join transfers on reference_type = 'deposit' and reference_id = deposits.id::text
      group by deposits.id) each`);
  const violations = await findViolations(db);
  return {
    creditedOnce: credits?.once ?? 0,
    creditedTwice: credits?.twice ?? 0,
    notCredited: credits?.never ?? 0,
    violations: violations.length,
  };
}

function createRandom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffled(repeats: readonly number[], random: () => number): Int32Array {
  const order = new Int32Array(repeats.reduce((sum, count) => sum + count, 0));
  let filled = 0;
  for (const [place, count] of repeats.entries()) {
    order.fill(place, filled, filled + count);
    filled += count;
  }
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  return order;
}
