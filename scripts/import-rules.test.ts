import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';

/** The import rules are only worth something if they can fail: each is broken once, in a small house of its own. */
const ROOT = path.resolve(import.meta.dirname, '..');
let house: string;
before(async () => {
  house = await mkdtemp(path.join(tmpdir(), 'lisura-imports-'));
});
after(() => rm(house, { recursive: true, force: true }));

async function brokenRules(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(path.join(house, 'case-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  await writeFile(path.join(folder, 'package.json'), '{}');
  const depcruise = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [depcruise, '--config', path.join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json', '.'];
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_error, stdout) => resolve(stdout)),
  );
  const { summary } = JSON.parse(output) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(summary.violations.map(({ rule }) => rule.name))].sort();
}

const module = (name: string) => `api/src/modules/${name}`;
const empty = 'export const nothing = 0;';
const uses = (target: string) => `import { nothing } from '${target}';\nexport const used = nothing;`;

test('a house in order breaks no rule', async () => {
  assert.deepEqual(
    await brokenRules({
      'api/src/platform/ids.ts': empty,
      [`${module('people/users')}/index.ts`]: uses('../../../platform/ids.ts'),
      [`${module('games/cases')}/cases.rules.ts`]: uses('../../../platform/ids.ts'),
      [`${module('games/cases')}/index.ts`]: uses('../../people/users/index.ts').replace('nothing', 'used as nothing'),
    }),
    [],
  );
});

const faults: { rule: string; files: Record<string, string> }[] = [
  {
    rule: 'platform-knows-no-module',
    files: { 'api/src/platform/db.ts': uses('../modules/a/b/index.ts'), [`${module('a/b')}/index.ts`]: empty },
  },
  {
    rule: 'people-stand-on-the-platform',
    files: {
      [`${module('people/users')}/index.ts`]: uses('../../assets/wallet/index.ts'),
      [`${module('assets/wallet')}/index.ts`]: empty,
    },
  },
  {
    rule: 'modules-meet-at-their-index',
    files: {
      [`${module('games/cases')}/index.ts`]: uses('../../people/users/users.sql.ts'),
      [`${module('people/users')}/users.sql.ts`]: empty,
    },
  },
  {
    rule: 'rules-are-pure',
    files: {
      [`${module('games/cases')}/cases.rules.ts`]: uses('../../../platform/db.ts'),
      'api/src/platform/db.ts': empty,
    },
  },
  {
    rule: 'sql-knows-the-database-alone',
    files: {
      [`${module('games/cases')}/cases.sql.ts`]: uses('../../../platform/clock.ts'),
      'api/src/platform/clock.ts': empty,
    },
  },
  {
    rule: 'fairness-is-pure',
    files: { 'fairness/src/roll.ts': "import { createHmac } from 'node:crypto';\nexport const hmac = createHmac;" },
  },
  {
    rule: 'the-sandbox-stands-alone',
    files: { 'sandbox/src/index.ts': uses('../../api/src/app.ts'), 'api/src/app.ts': empty },
  },
  { rule: 'no-cycles', files: { 'api/src/a.ts': uses('./b.ts'), 'api/src/b.ts': `${uses('./a.ts')}\n${empty}` } },
];

for (const { rule, files } of faults) {
  test(`${rule} is noticed`, async () => {
    assert.ok((await brokenRules(files)).includes(rule));
  });
}
