import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { readExposition } from '../../../test/support/exposition.ts';
import { createPerson } from '../../../test/support/people.ts';
import { creditBalances } from '../../modules/assets/wallet/index.ts';
import { raiseAlert } from '../../modules/people/alerts/index.ts';
import { transaction } from '../database/db.ts';
import { createMemoryStore } from '../hot-store/hot-store.ts';
import { addJob } from '../jobs/jobs.ts';
import { createMetrics, type Measure } from './metrics.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const rootFile = (name: string) => readFile(path.join(ROOT, name), 'utf8');

let app: TestApp;
before(async () => {
  app = await createTestApp({ hotStore: { ...createMemoryStore(), kind: 'redis', isThere: false } });
});
after(() => app.close());

const scrape = async () => (await app.http.inject({ url: '/metrics' })).body;
const sampleOf = (text: string, name: string, labels: Record<string, string>) =>
  readExposition(text)
    .find((family) => family.name === name)
    ?.samples.find((sample) => Object.entries(labels).every(([label, value]) => sample.labels.get(label) === value))
    ?.value;

test('metrics are as Prometheus wants them, and have one of each kind of thing to watch', async () => {
  await transaction(app.db, async (tx) => {
    await addJob(tx, 'settle-orders', {});
    await addJob(tx, 'roll-up-days', {}, { runAt: new Date(Date.now() + 3_600_000) });
  });
  const kind = 'A "quoted" \\ kind\nof two lines';
  await raiseAlert(app.db, { kind, key: '1', level: 'CRITICAL', title: 'A title', message: 'A message', details: {} });
  const text = await scrape();
  const families = new Map(readExposition(text).map((family) => [family.name, family]));
  assert.equal(sampleOf(text, 'lisura_jobs', { task: 'settle-orders', state: 'due' }), 1);
  assert.equal(sampleOf(text, 'lisura_jobs', { task: 'roll-up-days', state: 'later' }), 1);
  assert.ok((sampleOf(text, 'lisura_jobs_due_oldest_seconds', { task: 'settle-orders' }) ?? -1) >= 0);
  assert.equal(sampleOf(text, 'lisura_alerts_open', { level: 'CRITICAL' }), 1);
  assert.ok(text.includes('kind="A \\"quoted\\" \\\\ kind\\nof two lines"'), 'values of labels are escaped');
  assert.equal(families.get('lisura_build_info')?.samples[0]?.labels.get('runtime'), process.version);
  assert.equal(sampleOf(text, 'lisura_ready', {}), 1);
  assert.equal(sampleOf(text, 'lisura_sockets', {}), 0);
  assert.equal(sampleOf(text, 'lisura_redis_up', {}), 0, 'it is configured, and away');
});

/** Other test files in this process may have counted, so this runs in one of its own. */
const FRESH_APP = `
  const { createTestApp } = await import('${pathToFileURL(ROOT)}/api/test/support/app.ts');
  const app = await createTestApp();
  process.stdout.write((await app.http.inject({ url: '/metrics' })).body);
  await app.close();`;

test('what is known beforehand is counted from 0 on, before the first', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', FRESH_APP]);
  for (const type of ['DEPOSIT', 'WITHDRAWAL']) {
    assert.equal(sampleOf(stdout, 'lisura_transferred_cents_total', { type }), 0, type);
  }
  assert.equal(sampleOf(stdout, 'lisura_plays_total', { type: 'UPGRADE' }), 0);
  assert.equal(sampleOf(stdout, 'lisura_items_moved_total', { status: 'WITHDRAWN' }), 0);
});

test('what a transaction does is counted if and only if it commits', async () => {
  const { userId } = await createPerson(app.db);
  const counted = async () =>
    sampleOf(await scrape(), 'lisura_transferred_cents_total', { type: 'ADMIN_ADJUSTMENT' }) ?? 0;
  const credit = {
    userId,
    amountCents: 250n,
    type: 'ADMIN_ADJUSTMENT',
    reason: 'A test',
  } as const;
  const before = await counted();
  const undone = transaction(app.db, async (tx) => {
    await creditBalances(tx, [credit]);
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  assert.equal(await counted(), before);
  await transaction(app.db, (tx) => creditBalances(tx, [credit]));
  assert.equal(await counted(), before + 250);
});

const measure = (name: string, read: Measure['read']): Measure => ({ name, help: 'A test', labels: [], read });

test('the database is asked once for all who ask in a while, and what cannot be read hides nothing else', async () => {
  let asked = 0;
  const { registry, requestTimes } = createMetrics(app.db, [
    measure('trial_read', async () => {
      asked += 1;
      return [{ labels: {}, value: asked }];
    }),
    measure('trial_broken', async () => {
      throw new Error('not there');
    }),
  ]);
  requestTimes.close();
  const texts = await Promise.all(Array.from({ length: 5 }, () => registry.metrics()));
  for (const text of [...texts, await registry.metrics()]) {
    assert.match(text, /^trial_read 1$/m);
    assert.doesNotMatch(text, /^trial_broken /m);
  }
  assert.equal(asked, 1);
});

test('one of several processes tells of all, and once what all read from the database', async () => {
  const texts: (() => Promise<string>)[] = [];
  const workers = [1, 2].map((worker) =>
    createMetrics(app.db, [measure('trial_common', async () => [{ labels: {}, value: 7 }])], {
      ofProcess: [{ name: 'trial_own', help: 'A test', labels: [], read: () => [{ labels: {}, value: worker }] }],
      colleagues: {
        worker,
        onMeasure: (read) => void texts.push(read),
        onPrint: () => undefined,
        measureAll: () => Promise.all(texts.map((read) => read())),
      },
    }),
  );
  for (const { requestTimes } of workers) requestTimes.close();
  const { text = '' } = (await workers[1]?.print()) ?? {};
  const families = new Map(readExposition(text).map((family) => [family.name, family.samples]));
  assert.deepEqual(
    families.get('trial_own')?.map(({ labels, value }) => [labels.get('worker'), value]),
    [
      ['1', 1],
      ['2', 2],
    ],
  );
  assert.deepEqual(
    families.get('trial_common')?.map(({ labels, value }) => [labels.size, value]),
    [[0, 7]],
  );
});

const metricNames = (text: string) => new Set(text.match(/\b(?:lisura|process|nodejs)_[a-z0-9_]+/g));

test('the example rules and the page on watching name what there is, and every rule is explained', async () => {
  const families = readExposition(await scrape());
  const known = new Set(
    families.flatMap(({ name, type }) =>
      type === 'histogram' ? [name, ...['_bucket', '_sum', '_count'].map((suffix) => name + suffix)] : [name],
    ),
  );
  const [rules, page] = await Promise.all([
    rootFile('ops/prometheus/rules.yml'),
    rootFile('docs/operations/watching.md'),
  ]);
  const expressions = rules.replace(/^\s*#.*$/gm, '');
  assert.deepEqual([...metricNames(expressions).difference(known)], [], 'of the rules');
  const ofPage = new Set([...metricNames(page)].filter((name) => name.startsWith('lisura_')));
  assert.deepEqual([...ofPage.difference(known)], [], 'of the page');
  const ours = families.map(({ name }) => name).filter((name) => name.startsWith('lisura_'));
  assert.deepEqual([...new Set(ours).difference(ofPage)], [], 'on the page');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name as string);
  assert.ok(alerts.length > 10);
  for (const alert of alerts) assert.match(page, rowOf(alert), `${alert} has a row that says what to do`);
});

const rowOf = (name: string) => new RegExp(`^\\| \`${name}\` +\\| +\\S.*\\| +\\S.*\\|$`, 'm');

async function kindsOfAlerts(): Promise<Set<string>> {
  const kinds = new Set<string>();
  for await (const file of glob('api/src/modules/**/*.ts', { cwd: ROOT })) {
    if (/\.test\.ts$|schemas\.ts$/.test(file)) continue;
    const text = await rootFile(file);
    if (!/\bAlertC(ontent|ause)\b|raiseAlert\(/.test(text)) continue;
    // A fault has a kind as well, and is no alert.
    for (const [, kind] of text.matchAll(
      /(?:(?<!(?:Refused\(|fault: )\{ )\bkind: |_KIND = |\bSTUCK = )'([A-Z]+_[A-Z_]+)'/g,
    ))
      kinds.add(kind as string);
  }
  return kinds;
}

test('for every alert that administrators may see the pages of operations say what to do', async () => {
  const kinds = await kindsOfAlerts();
  for (const known of ['ORDER_STUCK', 'WITHDRAWAL_STUCK', 'RATE_HELD_BACK', 'PAYOUTS_WAITING']) {
    assert.ok(kinds.has(known), `${known} is found`);
  }
  const pages = (await Promise.all([rootFile('docs/operations.md'), rootFile('docs/operations/watching.md')])).join(
    '\n',
  );
  for (const kind of kinds) assert.match(pages, rowOf(kind), `${kind} has a row in docs/operations.md or watching.md`);
});
