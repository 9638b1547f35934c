import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { type LoadOptions, measureInTurns, sendEach } from './load.ts';
import { createSessions, onDatabase } from './people.ts';
import { type Figure, median } from './results.ts';
import { type ProductServer, startProductServer } from './servers.ts';
import { prepareTpcb } from './tpcb.ts';

const ROUNDS = Number(process.env.BENCH_WEBHOOKS_ROUNDS ?? 16);
const SECONDS = Number(process.env.BENCH_WEBHOOKS_SECONDS ?? 2);
/** Deposits that are paid in one round. */
const DEPOSITS = Number(process.env.BENCH_WEBHOOKS_DEPOSITS ?? 3_000);
const USERS = 1_000;
const GOAL = 0.5;
/** The sandbox takes so many payments at once. */
const LARGEST_RECORD = 1_000;
const LOOK_AGAIN_MS = 5;
const SECRET = 'sandbox-webhook-secret';

/** From the first message to the last credit, one payment a message, against pgbench's TPC-B on the same server. */
export async function webhooksBenchmark(): Promise<Figure[]> {
  const product = await startProductServer();
  try {
    const people = await createSessions(product.dataDir, USERS);
    await onDatabase(product.dataDir, (client) =>
      insertDeposits(
        client,
        people.map(({ userId }) => userId),
        DEPOSITS * (ROUNDS + 1),
      ),
    );
    const tpcb = await prepareTpcb(product, SECONDS);
    let paid = 0;
    const credits = async () => {
      const payments = Array.from({ length: DEPOSITS }, (_, index) => paymentOf(paid + index));
      const messages = payments.map((payment) => messageOf(product, payment));
      await tellBank(product, payments);
      paid += DEPOSITS;
      const startedMs = performance.now();
      await sendEach(messages);
      await untilCredited(product, paid);
      return (DEPOSITS * 1000) / (performance.now() - startedMs);
    };
    await credits();
    const rounds = await measureInTurns({ tpcb: tpcb.run, credits }, ROUNDS);
    const ratio = median(rounds.map((round) => round.credits / round.tpcb));
    const [yardstick, rate] = [median(rounds.map((round) => round.tpcb)), median(rounds.map((round) => round.credits))];
    return [
      {
        figure: 'deposits credited by webhooks ÷ TPC-B transactions',
        ratio,
        goal: `≥ ${GOAL}`,
        met: ratio >= GOAL,
        note: `${tpcb.name}: ${yardstick.toFixed(0)} transactions/s, ${rate.toFixed(0)} credits/s`,
      },
    ];
  } finally {
    await product.stop();
  }
}

async function insertDeposits(client: Client, userIds: readonly string[], count: number): Promise<void> {
  await client.query(
    `insert into deposits (user_id, provider, txid, amount_cents, created_at, expires_at, is_watched)
     select ($1::bigint[])[1 + n % ${USERS}], 'pix', 'bench' || lpad(n::text, 25, '0'), 5000, now(), now() + interval '1 day', false
     from generate_series(0, $2::int - 1) n`,
    [userIds, count],
  );
  await client.query('vacuum analyze');
}

const paymentOf = (place: number) => ({
  endToEndId: `E00000000${String(place).padStart(23, '0')}`,
  txid: `bench${String(place).padStart(25, '0')}`,
  valor: '50.00',
  horario: new Date().toISOString(),
});
type Payment = ReturnType<typeof paymentOf>;

/** The bank is asked about each payment before it is credited. */
async function tellBank({ sandbox }: ProductServer, payments: readonly Payment[]): Promise<void> {
  for (let start = 0; start < payments.length; start += LARGEST_RECORD) {
    const body = JSON.stringify({ record: payments.slice(start, start + LARGEST_RECORD) });
    const headers = { 'content-type': 'application/json' };
    const { ok } = await fetch(`${sandbox}/control/pix`, { method: 'POST', headers, body });
    if (!ok) throw new Error('The sandbox does not take the payments');
  }
}

function messageOf({ address }: ProductServer, payment: Payment): LoadOptions {
  const body = JSON.stringify({ pix: [payment] });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-pix-timestamp': timestamp, 'x-pix-signature': signature };
  return { url: `${address}/api/payment/deposit/webhook/pix`, method: 'POST', body, headers };
}

/** All reported payments count, because an answered message is only stored. */
async function untilCredited({ dataDir }: ProductServer, expected: number): Promise<void> {
  await onDatabase(dataDir, async (client) => {
    const waiting = `(select from provider_events where outcome is null limit 1)
      union all (select from pix_hints where ask_at is not null limit 1)`;
    while ((await client.query(waiting)).rowCount !== 0) await pause(LOOK_AGAIN_MS);
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from deposits where status = 'CONFIRMED' and txid like 'bench%'`,
    );
    if (Number(rows[0]?.count) !== expected) throw new Error(`${rows[0]?.count} of ${expected} deposits are credited`);
  });
}
