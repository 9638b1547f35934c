import type { Client } from 'pg';
import { battleListDays } from '../../api/src/modules/games/battles/index.ts';
import { systemClock } from '../../api/src/platform/clock.ts';
import { openDatabase } from '../../api/src/platform/database/db.ts';
import { silentLogger } from '../../api/src/platform/observability/logger.ts';
import { rollUpDays } from '../../api/src/platform/roll-ups/roll-up-days.ts';
import { type Conversation, converse, type LoadOptions, measureInTurns, ratioOfCalls } from './load.ts';
import { type BenchSession, createAdministrator, createSessions, onDatabase } from './people.ts';
import { createPlayable } from './playable.ts';
import { type Figure, median } from './results.ts';
import { databaseAddressOf, type ProductServer, startProductServer } from './servers.ts';
import { CLIENTS, prepareTpcb } from './tpcb.ts';

const ROUNDS = Number(process.env.BENCH_BATTLES_ROUNDS ?? 8);
/** A battle takes a second where so many are played at once: of two the first and the last would be a large part. */
const SECONDS = Number(process.env.BENCH_BATTLES_SECONDS ?? 4);
const ROWS = Number(process.env.BENCH_BATTLES_ROWS ?? 1_000_000);
const SMALL_ROWS = 1_000;
const WAITING = 100;
const LIST_GOAL = 1.3;
const SEATS = 4;
const CASES = 50;
/**
 * Four players sit at each table and play one battle after another; there are as many tables as the yardstick has
 * connections.
 */
const TABLES = CLIENTS;
const ROLLS_GOAL = 3;
const MANY_TICKETS = 1_000;
const TICKET_CALLS = 100;
const TICKETS_GOAL = 10;

/** Full battles over HTTP against pgbench's TPC-B on the same server, lists as their table grows, tickets of a raffle. */
export async function battlesBenchmark(): Promise<Figure[]> {
  return [...(await rollFigures()), ...(ROWS > 0 ? await listFigures() : []), ...(await ticketFigures())];
}

async function rollFigures(): Promise<Figure[]> {
  const product = await startProductServer();
  try {
    const people = await createSessions(product.dataDir, TABLES * SEATS);
    const caseId = await onDatabase(product.dataDir, (client) => createPlayable(client, people));
    const tpcb = await prepareTpcb(product, SECONDS);
    const caseIds = Array.from({ length: CASES }, () => caseId);
    const battle = { mode: 'NORMAL', seatCount: SEATS, caseIds };
    // Only the id of an answer is read: parsing all of it would cost the client as much as a part of the battle.
    const playOnce = async (table: Conversation, [creator, ...others]: BenchSession[]) => {
      const created = await table.ask(posting(product, '/battles/create', creator as BenchSession, battle));
      const id = /"id":"(\d+)"/.exec(created)?.[1];
      for (const other of others) await table.ask(posting(product, `/battles/${id}/join`, other, {}));
    };
    const rolls = async () => {
      const tables = await Promise.all(Array.from({ length: TABLES }, () => converse(product.address)));
      const startedMs = performance.now();
      let battles = 0;
      const sit = async (table: Conversation, index: number) => {
        const seated = people.slice(index * SEATS, (index + 1) * SEATS);
        for (; performance.now() - startedMs < SECONDS * 1000; battles += 1) await playOnce(table, seated);
      };
      try {
        await Promise.all(tables.map(sit));
        return (battles * SEATS * CASES * 1000) / (performance.now() - startedMs);
      } finally {
        for (const table of tables) table.end();
      }
    };
    await rolls();
    const rounds = await measureInTurns({ tpcb: tpcb.run, rolls }, ROUNDS);
    const ratio = median(rounds.map((round) => round.rolls / round.tpcb));
    const yardstick = median(rounds.map((round) => round.tpcb)).toFixed(0);
    return [
      {
        figure: `rolls in battles of ${SEATS} seats and ${CASES} cases ÷ TPC-B transactions`,
        ratio,
        goal: `≥ ${ROLLS_GOAL}`,
        met: ratio >= ROLLS_GOAL,
        note: `${tpcb.name}: ${yardstick} transactions/s, ${TABLES} battles at once, median of ${ROUNDS} rounds`,
      },
    ];
  } finally {
    await product.stop();
  }
}

const LISTS = {
  'all battles': '/battles/list',
  'battles that wait': '/battles/list?status=WAITING',
  'battles of one mode and size': '/battles/list?mode=CRAZY&seatCount=3',
  'battles up to a price': '/battles/list?maxPriceCents=150',
};

async function listFigures(): Promise<Figure[]> {
  const [small, large] = [await startListServer(SMALL_ROWS), await startListServer(ROWS)];
  try {
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(LISTS)) {
      const ratio = await ratioOfCalls(
        () => large.list(path),
        () => small.list(path),
      );
      const note = '';
      const figure = `list: ${name}`;
      figures.push({ figure, ratio, goal: `≤ ${LIST_GOAL}`, met: ratio <= LIST_GOAL, note });
    }
    return figures;
  } finally {
    await small.stop();
    await large.stop();
  }
}

async function startListServer(rows: number) {
  const product = await startProductServer();
  const people = await createSessions(product.dataDir, 100);
  await onDatabase(product.dataDir, async (client) => {
    await fillBattles(client, await createPlayable(client, people), people, rows);
  });
  await addUpDays(product);
  return {
    list: async (path: string) => {
      const answer = await fetch(`${product.address}/api${path}`);
      if (!answer.ok || !(await answer.text()).includes('"mode"'))
        throw new Error(`the list answered ${answer.status}`);
    },
    stop: () => product.stop(),
  };
}

async function addUpDays({ dataDir }: ProductServer): Promise<void> {
  const db = openDatabase({ address: databaseAddressOf(dataDir), logger: silentLogger, poolSize: 2 });
  try {
    await rollUpDays({ db, clock: systemClock, rollUps: [battleListDays] });
  } finally {
    await db.close();
  }
}

/**
 * Writes straight into the tables without their triggers, over the days of a year, in all modes and sizes. As many
 * battles wait in a large table as in a small one, because nobody waits for longer than half an hour.
 */
async function fillBattles(client: Client, caseId: string, people: readonly BenchSession[], rows: number) {
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into battles (creator_id, mode, is_teams, seat_count, round_count, entry_cents, randomness, status, expires_at,
       cancelled_at, cancel_reason)
     select ($1::bigint[])[1 + n % 100], (array['NORMAL', 'CRAZY', 'TERMINAL', 'SHARED'])[1 + n % 4], false, 2 + n % 3, 1,
       100 + 10 * (n % 10), 'server', case when waits then 'WAITING' else 'CANCELLED' end, now() + interval '1 day',
       case when not waits then now() - interval '1 year' * (($2::int - n)::float / $2::int) - interval '2 days' end,
       case when not waits then 'bench' end
     from generate_series(1, $2::int) n, lateral (select n > $2::int - ${WAITING} as waits) one`,
    [people.map(({ userId }) => userId), rows],
  );
  await client.query(
    `insert into battle_rounds (battle_id, round, case_id, version_id, price_cents)
     select id, 1, $1, (select id from case_versions where case_id = $1), 110 from battles`,
    [caseId],
  );
  await client.query(
    `insert into battle_seats (battle_id, seat, user_id, first_nonce, transfer_id)
     select id, 1, creator_id, id, id from battles`,
  );
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
}

const posting = (product: ProductServer, path: string, { sessionId }: BenchSession, body: object): LoadOptions => ({
  url: `${product.address}/api${path}`,
  method: 'POST',
  headers: { 'content-type': 'application/json', cookie: `sessionId=${sessionId}` },
  body: JSON.stringify(body),
});

/** Sends as JSON, throws where the answer is no success, and gives it. */
async function post(product: ProductServer, path: string, session: BenchSession, body: object) {
  const { url, ...request } = posting(product, path, session, body);
  const answer = await fetch(url, request);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as { id: string };
}

async function ticketFigures(): Promise<Figure[]> {
  const product = await startProductServer();
  try {
    const [buyer] = (await createSessions(product.dataDir, 1)) as [BenchSession];
    const administrator = await createAdministrator(product.dataDir);
    await onDatabase(product.dataDir, (client) => createPlayable(client, [buyer]));
    const itemId = await onDatabase(product.dataDir, async (client) => {
      const { rows } = await client.query<{ id: string }>('select min(id) as id from items');
      return rows[0]?.id ?? '';
    });
    const { id } = await post(product, '/admin/raffles', administrator, {
      name: 'Bench',
      description: '',
      imageUrl: 'https://x.example/a.png',
      ticketPriceCents: '1',
      maxTickets: 1_000_000,
      prizes: [{ displayOrder: 0, itemId }],
    });
    const buy = (quantity: number) => post(product, `/raffle/${id}/buy`, buyer, { quantity });
    const ratio = await ratioOfCalls(
      () => buy(MANY_TICKETS),
      () => buy(1),
      TICKET_CALLS,
    );
    const figure = `buying ${MANY_TICKETS} tickets ÷ buying one`;
    const note = `p50 of ${TICKET_CALLS} alternating requests`;
    return [{ figure, ratio, goal: `≤ ${TICKETS_GOAL}`, met: ratio <= TICKETS_GOAL, note }];
  } finally {
    await product.stop();
  }
}
