import { type App, buildApp } from '../../../src/app/app.ts';
import { findViolations } from '../../../src/verify/find-violations.ts';
import { createCall, type Method, type Reply } from '../../support/calls.ts';
import { TEST_KEYS } from '../../support/committed-seeds.ts';
import { type NamedOperation, operationsOf, readOpenApi } from '../../support/openapi.ts';
import { createChance } from '../chance.ts';
import { createAnswerCheck } from '../fuzz/answers.ts';
import { createWorld, type World } from '../simulation/world.ts';
import { ASSET_ROWS } from './asset-rows.ts';
import { GAME_ROWS } from './game-rows.ts';
import { type Burst, person } from './ground.ts';
import { PEOPLE_ROWS } from './people-rows.ts';

const ROWS: Readonly<Record<string, (world: World) => Promise<Burst>>> = {
  ...GAME_ROWS,
  ...ASSET_ROWS,
  ...PEOPLE_ROWS,
};
const AT_ONCE = 50;
const CONNECTIONS = 10;
/** They ask somebody outside who is not there, or take what is said for all of the catalogue. */
const LEFT_OUT =
  /items\/(sync|update-prices|steam-database|sync-steam|exchange-rate|held-back)|\/admin\/settings|deposit\/webhook/;

export interface BurstReport {
  bursts: number;
  requests: number;
  routes: number;
  counted: number;
  faults: string[];
  violations: number;
}

interface Bursts {
  rounds: number;
  seed: string;
  onProgress?: (done: number, all: number) => void;
}

/** Every route that changes something gets the same request fifty times at once, half of them at another process. */
export async function runBursts({ rounds, seed, onProgress }: Bursts): Promise<BurstReport> {
  const world = await createWorld(createChance(seed), CONNECTIONS);
  const second = await buildApp(world.app.deps);
  try {
    const document = await readOpenApi(world.app.http);
    const operations = operationsOf(document).filter(({ method, path }) => method !== 'get' && !LEFT_OUT.test(path));
    const unknown = Object.keys(ROWS).filter((name) => !operations.some((each) => each.name === name));
    if (unknown.length > 0) throw new Error(`no such routes: ${unknown.join(', ')}`);
    const send = createBurst(world, second);
    const check = createAnswerCheck(document);
    const report = { bursts: 0, requests: 0, routes: operations.length, counted: Object.keys(ROWS).length };
    const all = rounds * operations.flatMap(waysOf).length;
    const faults: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const operation of operations) {
        for (const isKeyed of waysOf(operation)) {
          const burst = (await ROWS[operation.name]?.(world)) ?? (await exampleOf(world, operation));
          const replies = await send(operation, burst, isKeyed);
          report.bursts += 1;
          report.requests += replies.length;
          const found = replies.map((reply) => check(operation, answerOf(reply))).filter((fault) => fault !== null);
          faults.push(...[...new Set(found)].map((fault) => `${operation.name}: ${fault}`));
          const fault = isKeyed ? keyedFault(replies) : countFault(burst, replies);
          if (fault !== null) faults.push(`${operation.name}${isKeyed ? ' with one key' : ''}: ${fault}`);
        }
        onProgress?.(report.bursts, all);
      }
    }
    const violations = await findViolations(world.app.db, { keys: TEST_KEYS });
    faults.push(...violations.map((violation) => JSON.stringify(violation).slice(0, 1_000)));
    return { ...report, faults, violations: violations.length };
  } finally {
    await second.close();
    await world.close();
  }
}

const waysOf = ({ operation }: NamedOperation) =>
  (operation.parameters ?? []).some(({ name }) => name.toLowerCase() === 'idempotency-key') ? [false, true] : [false];

const answerOf = ({ status, text }: Reply) => ({
  statusCode: status,
  body: text,
  headers: { 'content-type': text === '' ? '' : 'application/json' },
});

async function exampleOf(world: World, { path, operation }: NamedOperation): Promise<Burst> {
  const isForAdmins = operation.tags.some((tag) => tag.startsWith('admin'));
  const who = isForAdmins ? world.admin : await person(world, 1_000);
  const example = operation.requestBody?.content['application/json']?.example as object | undefined;
  const filled = path.replace('/api', '').replaceAll(/\{[^}]+\}/g, '999999');
  return { who, path: filled, ...(example === undefined ? {} : { body: example }), most: AT_ONCE };
}

function createBurst(world: World, second: App) {
  const calls = [createCall(world.app.http), createCall(second.http)];
  let keys = 0;
  return async ({ method }: NamedOperation, { who, path, body }: Burst, isKeyed: boolean): Promise<Reply[]> => {
    keys += 1;
    const headers = isKeyed ? { 'idempotency-key': `burst-${keys}` } : {};
    return Promise.all(
      Array.from({ length: AT_ONCE }, (_, place) =>
        (calls[place % calls.length] as (typeof calls)[0])(who, method.toUpperCase() as Method, path, body, headers),
      ),
    );
  };
}

/** As often as it may, and not once more. */
function countFault({ most }: Burst, replies: readonly Reply[]): string | null {
  const count = replies.filter(({ status }) => status < 300).length;
  if (count === most || (most === AT_ONCE && count <= most)) return null;
  const other = replies.find(({ status }) => status >= 300);
  return `done ${count} times instead of ${most}; also answered ${other?.status} ${other?.text}`;
}

const TOO_EARLY = ['IDEMPOTENCY_KEY_IN_USE', 'ITEM_BEING_PROCESSED'];

function keyedFault(replies: readonly Reply[]): string | null {
  const bodies = new Set(replies.filter(({ body }) => !TOO_EARLY.includes(body.code)).map(({ text }) => text));
  return bodies.size <= 1 ? null : `answered in ${bodies.size} ways: ${[...bodies].slice(0, 2).join(' and ')}`;
}
