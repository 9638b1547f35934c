import type { Client } from 'pg';
import { caseGame } from '../../api/src/modules/games/cases/index.ts';
import { createRecentDrops } from '../../api/src/modules/games/drops/index.ts';
import { systemClock } from '../../api/src/platform/clock.ts';
import { openDatabase } from '../../api/src/platform/database/db.ts';
import { silentLogger } from '../../api/src/platform/observability/logger.ts';
import { measureInTurns, openingsRequest, ratioOfCalls, requestsPerSecond } from './load.ts';
import { type BenchSession, createSessions, onDatabase } from './people.ts';
import { createPlayable } from './playable.ts';
import { type Figure, median } from './results.ts';
import { databaseAddressOf, startProductServer } from './servers.ts';
import { CLIENTS, prepareTpcb } from './tpcb.ts';

const ROUNDS = Number(process.env.BENCH_OPEN_ROUNDS ?? 16);
const SECONDS = Number(process.env.BENCH_OPEN_SECONDS ?? 2);
const ROWS = Number(process.env.BENCH_OPEN_ROWS ?? 10_000_000);
const SMALL_ROWS = 10_000;
const ROWS_PER_USER = 100;
const LIST_GOAL = 1.3;
const WARM_UPS = 4;
const SINGLE_GOAL = 1;
const HUNDREDS_GOAL = 8;
/** Keys, which the web app sends with everything, cost a seventh at most. */
const KEYED_GOAL = 0.85;
/** Limits cost those who have them a tenth at most. */
const LIMITED_GOAL = 0.9;
const LIMITS = { wager: { dayCents: '1000000000000' }, loss: { weekCents: '1000000000000' } };

/**
 * Compares case openings over HTTP, each with an `Idempotency-Key` as players send it, with pgbench's TPC-B on the same
 * server, those of users with limits with those of others, and lists of openings as their table grows.
 */
export async function openBenchmark(): Promise<Figure[]> {
  return [...(await openingFigures()), ...(ROWS > 0 ? await listFigures() : [])];
}

async function openingFigures(): Promise<Figure[]> {
  const product = await startProductServer();
  try {
    const free = await createSessions(product.dataDir, CLIENTS);
    const limited = await createSessions(product.dataDir, CLIENTS);
    const caseId = await onDatabase(product.dataDir, (client) => createPlayable(client, [...free, ...limited]));
    for (const person of limited) await setLimits(product.address, person);
    const tpcb = await prepareTpcb(product, SECONDS);
    const openings = async (people: readonly BenchSession[], quantity: number, isKeyed = true) => {
      const requests = await requestsPerSecond({
        ...openingsRequest({ address: product.address, caseId, quantity }),
        isKeyed,
        headersOf: (connection) => ({ cookie: `sessionId=${people[connection]?.sessionId}` }),
        connections: people.length,
        seconds: SECONDS,
      });
      return quantity * requests;
    };
    for (let warmUp = 1; warmUp <= WARM_UPS; warmUp += 1) {
      for (const people of [free, limited]) await openings(people, 1);
    }
    const measures = {
      tpcb: tpcb.run,
      single: () => openings(free, 1),
      unkeyedSingle: () => openings(free, 1, false),
      limitedSingle: () => openings(limited, 1),
      hundreds: () => openings(free, 100),
      limitedHundreds: () => openings(limited, 100),
    };
    return figuresOf(await measureInTurns(measures, ROUNDS), tpcb.name);
  } finally {
    await product.stop();
  }
}

type Round = Readonly<
  Record<'tpcb' | 'single' | 'unkeyedSingle' | 'limitedSingle' | 'hundreds' | 'limitedHundreds', number>
>;

function figuresOf(rounds: readonly Round[], yardstick: string): Figure[] {
  const rate = (kind: keyof Round) => median(rounds.map((round) => round[kind])).toFixed(0);
  const figureOf = (figure: string, [kind, to]: [keyof Round, keyof Round], goal: number, note: string): Figure => {
    const ratio = median(rounds.map((round) => round[kind] / round[to]));
    return { figure, ratio, goal: `≥ ${goal}`, met: ratio >= goal, note };
  };
  const tpcb = `${yardstick}: ${rate('tpcb')} transactions/s`;
  const without = (kind: keyof Round) => `without limits: ${rate(kind)} openings/s`;
  return [
    figureOf('single openings ÷ TPC-B transactions', ['single', 'tpcb'], SINGLE_GOAL, tpcb),
    figureOf(
      'single openings, with an Idempotency-Key ÷ without',
      ['single', 'unkeyedSingle'],
      KEYED_GOAL,
      `without keys: ${rate('unkeyedSingle')} openings/s`,
    ),
    figureOf('openings in requests of 100 ÷ TPC-B transactions', ['hundreds', 'tpcb'], HUNDREDS_GOAL, tpcb),
    figureOf('single openings, with limits ÷ without', ['limitedSingle', 'single'], LIMITED_GOAL, without('single')),
    figureOf(
      'openings in requests of 100, with limits ÷ without',
      ['limitedHundreds', 'hundreds'],
      LIMITED_GOAL,
      without('hundreds'),
    ),
  ];
}

async function setLimits(address: string, { sessionId }: BenchSession): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie: `sessionId=${sessionId}` };
  const answer = await fetch(`${address}/api/user/limits`, { method: 'PUT', headers, body: JSON.stringify(LIMITS) });
  if (!answer.ok) throw new Error(`limits were answered with ${answer.status}: ${await answer.text()}`);
}

/** The lists of openings on a large table against a small one, p50 of alternating calls. */
async function listFigures(): Promise<Figure[]> {
  const small = await startListServer(SMALL_ROWS);
  try {
    const large = await startListServer(ROWS);
    try {
      const note = `${SMALL_ROWS} rows against ${ROWS}, ${ROWS_PER_USER} a user`;
      const figureOf = async (figure: string, kind: 'history' | 'recent' | 'rare'): Promise<Figure> => {
        const ratio = await ratioOfCalls(large[kind], small[kind]);
        return { figure, ratio, goal: `≤ ${LIST_GOAL}`, met: ratio <= LIST_GOAL, note };
      };
      return [
        await figureOf('own openings', 'history'),
        await figureOf('recent drops (the read, not its cache)', 'recent'),
        await figureOf('top drops (the read, not its cache)', 'rare'),
      ];
    } finally {
      await large.stop();
    }
  } finally {
    await small.stop();
  }
}

async function startListServer(rows: number) {
  const product = await startProductServer();
  const people = await createSessions(product.dataDir, Math.max(1, Math.floor(rows / ROWS_PER_USER)));
  await onDatabase(product.dataDir, async (client) => {
    await fillOpenings(client, await createPlayable(client, people.slice(0, 1)), people);
  });
  const db = openDatabase({ address: databaseAddressOf(product.dataDir), logger: silentLogger, poolSize: 2 });
  const drops = createRecentDrops({ db, shown: [caseGame], clock: systemClock, maxAgeMs: 0 });
  const headers = { cookie: `sessionId=${people[Math.floor(people.length / 2)]?.sessionId}` };
  return {
    history: async () => {
      const answer = await fetch(`${product.address}/api/cases/openings`, { headers });
      if (!answer.ok || !(await answer.text()).includes('"nonce"'))
        throw new Error(`the list answered ${answer.status}`);
    },
    recent: () => drops.recent(),
    rare: () => drops.rare(),
    stop: async () => {
      await db.close();
      await product.stop();
    },
  };
}

/** Writes straight into the table without the triggers of its foreign keys; one in fifty is a rare drop. */
async function fillOpenings(client: Client, caseId: string, people: readonly BenchSession[]): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into case_openings (user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents,
       item_value_cents, chance_width, nonce, server_seed, client_seed, client_seed_source, roll, is_flip, committed_at)
     select user_id, $2, (select id from case_versions where case_id = $2), (select min(id) from items), 1, 1, 100, 10,
       case when (user_id + nonce) % 50 = 0 then 1000 else 500000 end, nonce,
       decode(md5(user_id::text) || md5(nonce::text), 'hex'),
       'bench', 'REQUEST', 1, false, now()
     from generate_series(1, ${ROWS_PER_USER}) nonce, unnest($1::bigint[]) user_id`,
    [people.map(({ userId }) => userId), caseId],
  );
  await client.query('set session_replication_role = origin');
  await client.query(`update accounts set nonce = ${ROWS_PER_USER}`);
  await client.query('vacuum analyze');
}
