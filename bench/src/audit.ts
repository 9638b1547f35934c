import { setTimeout as wait } from 'node:timers/promises';
import { createAdministrator, onDatabase } from './people.ts';
import { type Figure, median } from './results.ts';
import { type ProductServer, residentKib, startProductServer } from './servers.ts';

/** The long trail has so many entries; a quick look takes fewer: `BENCH_AUDIT_ROWS=300000 npm run bench -- audit`. */
const LONG_TRAIL = Number(process.env.BENCH_AUDIT_ROWS ?? 2_000_000);
const SHORT_TRAIL = 100_000;
const PART = 100_000;
const ROUNDS = 3;
/** The short trail is verified more often: a single time would be lost in the noise. */
const SHORT_PER_ROUND = 5;
const GOAL = 1.3;
const MAX_CUTS = 20;
const SAMPLE_MS = 20;

/** Verifying a long audit trail against a short one: the time of each entry, and the memory of the server. */
export async function auditBenchmark(): Promise<Figure[]> {
  const short = await startTrail(SHORT_TRAIL);
  try {
    const long = await startTrail(LONG_TRAIL);
    try {
      return await compare(short, long);
    } finally {
      await long.stop();
    }
  } finally {
    await short.stop();
  }
}

async function compare(short: Trail, long: Trail): Promise<Figure[]> {
  const rounds: { short: number; long: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const shortMs: number[] = [];
    for (let time = 0; time < SHORT_PER_ROUND; time += 1) shortMs.push(await short.verify());
    const measured = { short: median(shortMs), long: await long.verify() };
    rounds.push(measured);
    console.log(`round ${round}: ${PART} entries in ${ms(measured.long)}, of the short trail in ${ms(measured.short)}`);
  }
  const timeRatio = median(rounds.map((round) => round.long / round.short));
  const yardstick = median(rounds.map((round) => round.short));
  const [shortMemory, longMemory] = [short.memory(), long.memory()];
  const memoryRatio = longMemory.mostKib / shortMemory.mostKib;
  const [shortNote, longNote] = [memoryNote(SHORT_TRAIL, shortMemory), memoryNote(LONG_TRAIL, longMemory)];
  console.log(`resident memory: ${shortNote}; ${longNote}`);
  const cuts = short.cuts() + long.cuts();
  const cutNote = cuts === 0 ? '' : `; calls cut off before the answer and made again: ${cuts}`;
  return [
    {
      figure: 'time of an entry',
      ratio: timeRatio,
      goal: `≤ ${GOAL}`,
      met: timeRatio <= GOAL,
      note:
        `${PART} entries of the short trail: ${ms(yardstick)}, median of ${ROUNDS} rounds; ` +
        `${long.linkedPerSecond.toFixed(0)} entries/s linked${cutNote}`,
    },
    {
      figure: 'most resident memory',
      ratio: memoryRatio,
      goal: `≤ ${GOAL}`,
      met: memoryRatio <= GOAL,
      note: `${shortNote}; ${longNote}`,
    },
  ];
}

interface Memory {
  beforeKib: number;
  mostKib: number;
}

const ms = (time: number) => `${time.toFixed(0)} ms`;
const mib = (kib: number) => `${(kib / 1024).toFixed(0)} MiB`;
const memoryNote = (entries: number, { beforeKib, mostKib }: Memory) =>
  `${entries}: ${mib(beforeKib)} before, at most ${mib(mostKib)}`;

interface Trail {
  linkedPerSecond: number;
  verify(): Promise<number>;
  memory(): Memory;
  cuts(): number;
  stop(): Promise<void>;
}

async function startTrail(entries: number): Promise<Trail> {
  let server = await startProductServer();
  try {
    const linkedPerSecond = await fill(server, entries);
    const { sessionId } = await createAdministrator(server.dataDir);
    server = await server.restart();
    const memory = { beforeKib: await residentKib(server), mostKib: 0 };
    let cuts = 0;
    return {
      linkedPerSecond,
      verify: async () => {
        const startedMs = performance.now();
        const verified = verifyChain(server, sessionId);
        memory.mostKib = Math.max(memory.mostKib, await mostResidentKib(server, verified));
        const { report, cuts: cutNow } = await verified;
        const elapsedMs = performance.now() - startedMs;
        if (!report.valid || report.checked < entries) throw new Error(`Not verified: ${JSON.stringify(report)}`);
        cuts += cutNow;
        return (elapsedMs / report.checked) * PART;
      },
      memory: () => memory,
      cuts: () => cuts,
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Writes entries of several kinds and waits for the server's own linker; gives how many it linked in a second. */
async function fill(server: ProductServer, entries: number): Promise<number> {
  return onDatabase(server.dataDir, async (client) => {
    await client.query(
      `insert into audit_entries (action, user_id, actor_id, entity_type, entity_id, metadata, ip)
       select (array['LOGIN', 'ITEM_SOLD', 'CASE_OPENED', 'SETTING_CHANGED'])[1 + n % 4], n % 10000,
         case when n % 4 = 3 then 1 else n % 10000 end, 'item', n::text,
         jsonb_build_object('number', n, 'amountCents', (n % 5000)::text, 'note', 'Bench ' || md5(n::text)),
         '203.0.113.' || n % 250
       from generate_series(1, $1::int) n`,
      [entries],
    );
    const startedMs = performance.now();
    const isLinked = async () => {
      const { rows } = await client.query<{ linked: boolean }>(
        'select position is not null as linked from audit_entries order by id desc limit 1',
      );
      return rows[0]?.linked === true;
    };
    while (!(await isLinked())) await wait(100);
    const perSecond = entries / ((performance.now() - startedMs) / 1_000);
    console.log(`${entries} entries linked, ${perSecond.toFixed(0)} a second`);
    await client.query('vacuum analyze audit_entries');
    return perSecond;
  });
}

interface Report {
  valid: boolean;
  checked: number;
}

/** A call that is cut off is made again: while a verification runs, calls share its answer. */
async function verifyChain(server: ProductServer, sessionId: string): Promise<{ report: Report; cuts: number }> {
  for (let cuts = 0; ; cuts += 1) {
    const startedMs = performance.now();
    try {
      const answer = await fetch(`${server.address}/api/audit/verify-chain`, {
        headers: { authorization: `Bearer ${sessionId}` },
      });
      const report = (await answer.json()) as Report;
      if (answer.status !== 200) throw new Error(`verify-chain: ${answer.status} ${JSON.stringify(report)}`);
      return { report, cuts };
    } catch (error) {
      const isCut = error instanceof TypeError;
      if (!isCut || cuts === MAX_CUTS || server.child.exitCode !== null) throw error;
      console.log(`a call was cut off after ${ms(performance.now() - startedMs)}: ${(error.cause as Error)?.message}`);
    }
  }
}

async function mostResidentKib(server: ProductServer, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  let most = 0;
  while (!isDone) {
    most = Math.max(most, await residentKib(server));
    await wait(SAMPLE_MS);
  }
  return most;
}
