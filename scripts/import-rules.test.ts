import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

/** The import rules are only worth something if they can fail: each is broken once, in a small house of its own. */
const ROOT = path.resolve(import.meta.dirname, '..');
let house: string;
let options: ICruiseOptions;
before(async () => {
  options = await extractDepcruiseOptions(path.join(ROOT, '.dependency-cruiser.cjs'));
  house = await mkdtemp(path.join(tmpdir(), 'lisura-imports-'));
});
after(() => rm(house, { recursive: true, force: true }));

async function brokenRules(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(path.join(house, 'case-'));
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const { output } = await cruise(['.'], { ...options, baseDir: folder });
  assert.ok(typeof output !== 'string');
  return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort();
}

const module = (name: string) => `api/src/modules/${name}`;
const empty = 'export const nothing = 0;';
const uses = (target: string) => `import { nothing } from '${target}';\nexport const used = nothing;`;
const usesAll = (...targets: string[]) =>
  [
    ...targets.map((target, index) => `import { nothing as nothing${index} } from '${target}';`),
    'export const used = 0;',
  ].join('\n');

test('a house in order breaks no rule', async () => {
  assert.deepEqual(
    await brokenRules({
      'api/src/platform/ids.ts': empty,
      [`${module('people/users')}/index.ts`]: uses('../../../platform/ids.ts'),
      [`${module('games/cases')}/cases.rules.ts`]: uses('../../../platform/ids.ts'),
      [`${module('games/cases')}/cases.types.ts`]: empty,
      [`${module('games/cases')}/catalogue/create-case.ts`]: empty,
      [`${module('games/cases')}/openings/open-cases.ts`]: usesAll('../catalogue/create-case.ts', '../cases.types.ts'),
      [`${module('games/cases')}/index.ts`]: uses('../../people/users/index.ts').replace('nothing', 'used as nothing'),
      'api/src/app/app.ts': uses('../modules/games/cases/index.ts').replace('nothing', 'used as nothing'),
    }),
    [],
  );
});

/** Each rule has one fault; a new rule comes with its fault. */
const faults: Record<string, Record<string, string>> = {
  // Types count as well, because a reader of one file must read the other.
  'no-cycles': {
    'api/src/a.ts': "import type { B } from './b.ts';\nexport type A = B | null;",
    'api/src/b.ts': "import type { A } from './a.ts';\nexport type B = A[];",
  },
  'fairness-is-pure': {
    'fairness/src/roll.ts': "import { createHmac } from 'node:crypto';\nexport const hmac = createHmac;",
  },
  'platform-knows-no-module': {
    'api/src/platform/clock.ts': uses('../modules/a/b/index.ts'),
    [`${module('a/b')}/index.ts`]: empty,
  },
  'modules-know-no-app': {
    [`${module('people/users')}/index.ts`]: uses('../../../app/config.ts'),
    'api/src/app/config.ts': empty,
  },
  'the-app-does-not-run-itself': {
    'api/src/app/app.ts': uses('../demo/demo-data.ts'),
    'api/src/demo/demo-data.ts': empty,
  },
  'what-stands-on-the-app-stands-alone': {
    'api/src/demo/demo-data.ts': uses('../verify/find-violations.ts'),
    'api/src/verify/find-violations.ts': empty,
  },
  'the-process-runs-no-command': {
    'api/src/process/server.ts': uses('../verify/find-violations.ts'),
    'api/src/verify/find-violations.ts': empty,
  },
  'modules-meet-at-their-index': {
    [`${module('games/cases')}/index.ts`]: uses('../../people/users/users.sql.ts'),
    [`${module('people/users')}/users.sql.ts`]: empty,
  },
  'stakes-are-taken-within-limits': {
    [`${module('games/cases')}/index.ts`]: uses('../../assets/wallet/wagers/charge.ts'),
    [`${module('assets/wallet')}/wagers/charge.ts`]: empty,
  },
  'stakes-are-taken-by-play': {
    [`${module('games/cases')}/index.ts`]: uses('../../assets/limits/stakes/stakes.ts'),
    [`${module('assets/limits')}/stakes/stakes.ts`]: empty,
  },
  'the-ground-of-a-module-knows-no-room': {
    [`${module('games/cases')}/cases.types.ts`]: uses('./catalogue/create-case.ts'),
    [`${module('games/cases')}/catalogue/create-case.ts`]: empty,
  },
  'the-app-uses-a-module-through-its-index': {
    'api/src/app/app.ts': uses('../modules/games/cases/catalogue/create-case.ts'),
    [`${module('games/cases')}/catalogue/create-case.ts`]: empty,
  },
  'people-stand-on-the-platform': upwards('people/users', 'assets/wallet'),
  'assets-stand-on-people': upwards('assets/wallet', 'games/cases'),
  'games-stand-on-assets-and-people': upwards('games/cases', 'trade/payments'),
  'trade-stands-on-assets-and-people': upwards('trade/payments', 'games/cases'),
  'pages-stand-on-everything-but-administration': upwards('pages/visitor', 'admin/dashboard'),
  'rules-are-pure': {
    [`${module('games/cases')}/cases.rules.ts`]: uses('../../../platform/database/db.ts'),
    'api/src/platform/database/db.ts': empty,
  },
  'records-are-values': {
    [`${module('games/cases')}/cases.records.ts`]: uses('./cases.sql.ts'),
    [`${module('games/cases')}/cases.sql.ts`]: empty,
  },
  'sql-knows-the-database-alone': {
    [`${module('games/cases')}/cases.sql.ts`]: uses('../../../platform/clock.ts'),
    'api/src/platform/clock.ts': empty,
  },
  'invariants-ask-the-database-alone': {
    [`${module('games/cases')}/cases.invariants.ts`]: uses('./cases.sql.ts'),
    [`${module('games/cases')}/cases.sql.ts`]: empty,
  },
  'rolls-are-computed-anew-without-the-fairness-package': {
    [`${module('games/rolls')}/independent-rolls.ts`]: uses('./rolls.ts'),
    [`${module('games/rolls')}/rolls.ts`]: `${uses('../../../../../fairness/src/roll.ts')}\n${empty}`,
    'fairness/src/roll.ts': empty,
  },
  'routes-are-thin': {
    [`${module('games/cases')}/cases.routes.ts`]: uses('../../../platform/hot-store/hot-store.ts'),
    'api/src/platform/hot-store/hot-store.ts': empty,
  },
  'the-embedded-database-stands-alone': {
    'embedded-postgres/src/index.ts': uses('../../api/src/app/app.ts'),
    'api/src/app/app.ts': empty,
  },
  'the-product-reaches-no-tool': {
    'api/src/process/server.ts': uses('../../../bench/src/fill-tables.ts'),
    'bench/src/fill-tables.ts': empty,
  },
  'tools-reach-no-benchmark': {
    'tools/demo/main.ts': uses('../../bench/src/fill-tables.ts'),
    'bench/src/fill-tables.ts': empty,
  },
  'the-sandbox-stands-alone': {
    'sandbox/src/index.ts': uses('../../api/src/app/app.ts'),
    'api/src/app/app.ts': empty,
  },
  'web-stands-on-the-fairness-package': {
    'web/src/data/api.ts': uses('../../../api/src/app/config.ts'),
    'api/src/app/config.ts': empty,
  },
  'pages-do-not-know-each-other': {
    'web/src/pages/wallet/WalletPage.tsx': uses('../home/parts.ts'),
    'web/src/pages/home/parts.ts': empty,
  },
  'what-pages-share-knows-no-page': {
    'web/src/shared/parts.ts': uses('../pages/home/parts.ts'),
    'web/src/pages/home/parts.ts': empty,
  },
  'players-load-nothing-of-the-console': {
    'web/src/pages/home/HomePage.tsx': uses('../../console/parts/DataTable.ts'),
    'web/src/console/parts/DataTable.ts': empty,
  },
  'the-router-knows-the-routes-of-the-console': {
    'web/src/app/router.tsx': uses('../console/parts/DataTable.ts'),
    'web/src/console/parts/DataTable.ts': empty,
  },
  'the-console-knows-no-page-of-players': {
    'web/src/console/parts/DataTable.ts': uses('../../pages/home/parts.ts'),
    'web/src/pages/home/parts.ts': empty,
  },
  'pages-of-the-console-do-not-know-each-other': {
    'web/src/console/pages/users/UsersPage.ts': uses('../deposits/parts.ts'),
    'web/src/console/pages/deposits/parts.ts': empty,
  },
  'data-knows-no-part': {
    'web/src/data/api.ts': uses('../shared/format.ts'),
    'web/src/shared/format.ts': empty,
  },
  'the-server-knows-what-it-serves-of-the-web-app': {
    'api/src/app/app.ts': uses('../../../web/src/data/api.ts'),
    'web/src/data/api.ts': empty,
  },
  'no-test-code-in-the-product': {
    'api/src/app/app.ts': uses('../../test/support/people.ts'),
    'api/test/support/people.ts': empty,
  },
  'not-to-dev-dependencies': {
    'package.json': '{ "devDependencies": { "fast-check": "1.0.0" } }',
    'node_modules/fast-check/package.json': '{ "name": "fast-check", "main": "index.js" }',
    'node_modules/fast-check/index.js': empty,
    'api/src/app/app.ts': uses('fast-check'),
  },
  resolvable: { 'api/src/app/app.ts': uses('./nowhere.ts') },
};

function upwards(from: string, to: string): Record<string, string> {
  return { [`${module(from)}/index.ts`]: uses(`../../${to}/index.ts`), [`${module(to)}/index.ts`]: empty };
}

for (const [rule, files] of Object.entries(faults)) {
  test(`${rule} is noticed`, async () => {
    assert.ok((await brokenRules(files)).includes(rule));
  });
}

test('every rule is broken by one of these', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[];
  };
  assert.deepEqual(forbidden.map(({ name }) => name).sort(), Object.keys(faults).sort());
});
