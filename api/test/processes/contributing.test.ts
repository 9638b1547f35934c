import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rollOf } from '@lisura/fairness';
import { fixedClock, systemClock } from '../../src/platform/clock.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';
import { addDays, dayOf } from '../../src/platform/days.ts';
import type { TestApp } from '../support/app.ts';
import { TEST_KEYS } from '../support/committed-seeds.ts';
import { createTestDatabase } from '../support/databases.ts';
import { readExposition } from '../support/exposition.ts';
import { createAdmin, createPlayer, type Person } from '../support/people.ts';

/**
 * The files of the game that CONTRIBUTING.md explains are put into a copy of the product, compiled and played. Beside
 * its own test, this checks what a game gets without a line of its own.
 */
const ROOT = path.resolve(import.meta.dirname, '../../..');
const DAY_MS = 24 * 60 * 60 * 1000;
const run = promisify(execFile);

const EXAMPLE = path.join(ROOT, 'docs/coin-flip');
const files = globSync('api/**/*.*', { cwd: EXAMPLE });
const changed = 'api/src/app/modules.ts';

const copy = await mkdtemp(path.join(tmpdir(), 'lisura-contributing-'));
const inCopy = (name: string) => path.join(copy, name);
await Promise.all([
  cp(path.join(ROOT, 'api'), inCopy('api'), {
    recursive: true,
    filter: (name) => path.basename(name) !== 'node_modules',
  }),
  symlink(path.join(ROOT, 'node_modules'), inCopy('node_modules')),
  cp(path.join(ROOT, 'package.json'), inCopy('package.json')),
]);
for (const name of files) await cp(path.join(EXAMPLE, name), inCopy(name), { force: false, errorOnExist: true });
await run('git', ['apply', path.join(EXAMPLE, 'modules.diff')], { cwd: copy });
const code = files.filter((name) => name.endsWith('.ts'));

const fromCopy = <Module>(name: string): Promise<Module> => import(pathToFileURL(inCopy(name)).href);
const { migrate } = await fromCopy<typeof import('../../src/platform/database/migrate.ts')>(
  'api/src/platform/database/migrate.ts',
);
const { silentLogger } = await fromCopy<typeof import('../../src/platform/observability/logger.ts')>(
  'api/src/platform/observability/logger.ts',
);

// Databases of the copy are cloned from one that has its migration.
const { TEST_TEMPLATE } = process.env;
const template = await createTestDatabase();
await migrate(template.url, inCopy('api/migrations'), silentLogger);
process.env.TEST_TEMPLATE = new URL(template.url).pathname.slice(1);
after(async () => {
  process.env.TEST_TEMPLATE = TEST_TEMPLATE;
  await template.drop();
  await rm(copy, { recursive: true });
});

test('the game is a migration and one folder, and the page names every file', async () => {
  const folders = new Set(files.map((name) => path.dirname(name)));
  assert.deepEqual([...folders].sort(), ['api/migrations', 'api/src/modules/games/coin-flips']);
  const page = await readFile(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  assert.deepEqual(
    files.filter((name) => !page.includes(`(docs/coin-flip/${name})`)),
    [],
  );
});

test('the files of the game are formatted, and compile with the product', async () => {
  await writeFile(
    inCopy('tsconfig.json'),
    JSON.stringify({ extends: path.join(ROOT, 'tsconfig.json'), include: [], files: [changed, ...code] }),
  );
  const tool = (name: string) => path.join(ROOT, 'node_modules/.bin', name);
  const checked = [changed, ...code].map(inCopy);
  await run(tool('biome'), ['ci', '--vcs-enabled=false', '--error-on-warnings', `--config-path=${ROOT}`, ...checked], {
    cwd: copy,
  });
  await run(tool('tsc'), ['-p', copy, '--singleThreaded']);
});

for (const name of code.filter((each) => each.endsWith('.test.ts'))) {
  suite(name, async () => void (await import(pathToFileURL(inCopy(name)).href)));
}

suite('a game that forgets nothing', () => {
  const clock = fixedClock(new Date());
  let app: TestApp;
  let url: string;
  let product: typeof import('../../src/app/modules.ts');
  let findViolations: typeof import('../../src/verify/find-violations.ts').findViolations;
  before(async () => {
    product = await fromCopy('api/src/app/modules.ts');
    ({ findViolations } = await fromCopy<typeof import('../../src/verify/find-violations.ts')>(
      'api/src/verify/find-violations.ts',
    ));
    const { createTestApp } = await fromCopy<typeof import('../support/app.ts')>('api/test/support/app.ts');
    app = await createTestApp({ clock });
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  });
  after(() => app.close());

  const ask = async (who: Person, method: string, name: string, body?: object) => {
    const headers = { ...who.headers, ...(body ? { 'content-type': 'application/json' } : {}) };
    const response = await fetch(`${url}/api${name}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // biome-ignore lint/suspicious/noExplicitAny: what a test finds in an answer is what it asserts on.
    return { status: response.status, body: (await response.json()) as any };
  };
  const flip = (who: Person) => ask(who, 'POST', '/coin-flips', { stakeCents: '100', clientSeed: 'mine' });
  const flipTimes = async (who: Person, times: number) => {
    let wonCents = 0;
    for (let played = 0; played < times; played += 1) {
      const { status, body } = await flip(who);
      assert.equal(status, 200, JSON.stringify(body));
      wonCents += Number(body.paidCents);
    }
    return wonCents;
  };
  const findNothing = async () => assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []);

  test('a stake above the player’s limit of the day is refused, and one on the next day is not', async () => {
    const player = await createPlayer(app.db, 10_000);
    assert.equal((await ask(player, 'PUT', '/user/limits', { wager: { dayCents: '300' } })).status, 200);
    await flipTimes(player, 3);
    const { status, body } = await flip(player);
    assert.deepEqual([status, body.code], [403, 'WAGER_LIMIT_REACHED']);
    assert.equal((await ask(player, 'GET', '/user/limits')).body.wager.day.usedCents, '300');
    await findNothing();
    clock.advance(DAY_MS);
    await flipTimes(player, 1);
    clock.set(new Date());
    await ask(player, 'POST', '/user/self-exclusion', { kind: 'PAUSE', confirm: true });
    assert.equal((await flip(player)).status, 403, 'who has paused does not play');
    await findNothing();
  });

  test('the roll of the game is the one that was committed to, and comes out where it is computed again', async () => {
    const player = await createPlayer(app.db, 1_000);
    const { commitments } = (await ask(player, 'GET', '/provably-fair/commitments?count=1')).body;
    const { roll, serverSeed, serverSeedHash, clientSeed, nonce } = (await flip(player)).body;
    assert.deepEqual(commitments, [{ nonce, serverSeedHash }]);
    assert.equal(rollOf({ serverSeed, clientSeed, nonce }), roll);
    const asked = { serverSeed, clientSeed, nonce, max: 10_000_000, expectedRoll: roll };
    assert.equal((await ask(player, 'POST', '/provably-fair/verify-result', asked)).body.valid, true);
  });

  test('the game is in metrics, statistics, dashboard and revenue, before and after a night', async () => {
    const [player, admin] = [await createPlayer(app.db, 10_000), await createAdmin(app.db)];
    const today = dayOf(systemClock.now());
    const figures = async () => {
      const days = `?from=${addDays(today, -3)}&to=${today}`;
      const [stats, dashboard, ggr] = await Promise.all([
        ask(player, 'GET', '/user/stats'),
        ask(admin, 'GET', `/admin/dashboard/stats${days}`),
        ask(admin, 'GET', `/admin/analytics/ggr${days}`),
      ]);
      const { coinsFlipped, wageredCents, wonCents } = stats.body;
      const revenue = ggr.body.data.filter(({ type }: { type: string }) => type === 'COIN_FLIPS');
      return {
        player: [coinsFlipped, Number(wageredCents), Number(wonCents)],
        flipsOfAll: dashboard.body.games.coinFlipsToday,
        revenue: revenue.map((row: Record<string, unknown>) => [row.plays, row.wageredCents, row.wonCents]),
      };
    };
    const [before, countedBefore] = [await figures(), await countPlays()];
    const wonCents = await flipTimes(player, 5);
    assert.equal((await countPlays()) - countedBefore, 5);
    const played = await figures();
    assert.deepEqual(played.player, [5, 500, wonCents]);
    assert.equal(played.flipsOfAll, before.flipsOfAll + 5);
    const [[plays, wagered, won] = [0, 0, 0]] = before.revenue;
    assert.deepEqual(played.revenue, [[plays + 5, wagered + 500, won + wonCents]]);
    await moveBack(2);
    const { rollUpDays } = await fromCopy<typeof import('../../src/platform/roll-ups/roll-up-days.ts')>(
      'api/src/platform/roll-ups/roll-up-days.ts',
    );
    await rollUpDays({ db: app.db, clock: systemClock, rollUps: product.rollUps });
    assert.deepEqual(await app.db.query(sql`select plays::int from game_days where game = 'COIN_FLIPS'`), [
      { plays: plays + 5 },
    ]);
    assert.deepEqual(await figures(), played);
    await findNothing();
  });

  test('a flip that was changed is found', async () => {
    await app.db.query(sql`alter table coin_flips disable trigger user`);
    const [changedFlip] = await app.db.query<{ id: string }>(sql`
      update coin_flips set client_seed = 'other' where id = (select min(id) from coin_flips) returning id`);
    const found = await findViolations(app.db, { keys: TEST_KEYS });
    const rows = [{ game: 'COIN_FLIPS', id: changedFlip?.id, differing: ['roll'] }];
    assert.deepEqual(
      found.map((violation) => violation.rows),
      [rows],
    );
  });

  const countPlays = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const family = readExposition(text).find(({ name }) => name === 'lisura_plays_total');
    return family?.samples.find(({ labels }) => labels.get('type') === 'COIN_FLIP')?.value ?? 0;
  };

  async function moveBack(days: number): Promise<void> {
    for (const [table, columns] of [
      ['coin_flips', ['created_at', 'committed_at']],
      ['commitment_runs', ['committed_at']],
      ['transfers', ['created_at']],
    ] as const) {
      const moved = columns.map((column) => `${column} = ${column} - interval '${days} days'`).join(', ');
      await app.db.query(sql`alter table ${raw(table)} disable trigger user`);
      await app.db.query(sql`update ${raw(table)} set ${raw(moved)}`);
      await app.db.query(sql`alter table ${raw(table)} enable trigger user`);
    }
  }
});
