import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { twoPersonCentsSetting } from '../../src/modules/people/decisions/decisions.records.ts';
import { formatBrl } from '../../src/platform/money.ts';
import { ATTEMPTS } from '../support/giving/attempts.ts';
import { createHouse } from '../support/giving/house.ts';
import { tryAll } from '../support/giving/try-all.ts';
import { operationsOf, readOpenApi } from '../support/openapi.ts';
import { createPerson } from '../support/people.ts';
import { use } from '../support/use-app.ts';

/**
 * Administrators try every operation with the most generous accepted values, and their friends take everything they
 * can. Their gain, with the payments that left the house, is at most the loss that docs/operations.md states.
 */
const house = use(createHouse, ({ end }) => end());

const SMALL_CENTS = 500;
const LIMIT_CENTS = twoPersonCentsSetting.default;
const ALL = Object.values(ATTEMPTS);

for (const [name, plan] of Object.entries(ATTEMPTS)) {
  test(`${name} gives away at most what one administrator may give`, async () => {
    const trial = { administrators: [house.world.ana], isFresh: true, limitCents: SMALL_CENTS };
    const { gainedCents, answers } = await tryAll(house, [plan], trial);
    assert.ok(gainedCents <= SMALL_CENTS, `${gainedCents}`);
    const replies = answers.get(name) ?? assert.fail('it is not asked');
    const sound = replies.filter(({ status }) => ![400, 404, 422].includes(status));
    assert.notEqual(sound.length, 0, replies.map(({ text }) => text).join('\n'));
  });
}

test('one administrator without a fresh second factor gives nothing away', async () => {
  const trial = { administrators: [house.world.biasOtherSession], isFresh: false, limitCents: LIMIT_CENTS };
  const { gainedCents } = await tryAll(house, ALL, trial);
  assert.ok(gainedCents <= 0, `${gainedCents}`);
});

test('one administrator with a fresh second factor gives away at most twoPersonCents on a day', async (t) => {
  const trial = { administrators: [house.world.ana], isFresh: true, limitCents: LIMIT_CENTS };
  const { gainedCents } = await tryAll(house, ALL, trial);
  t.diagnostic(`friends gained ${gainedCents} cents of at most ${LIMIT_CENTS}`);
  assert.ok(gainedCents > LIMIT_CENTS / 2 && gainedCents <= LIMIT_CENTS, `${gainedCents}`);
});

test('two administrators who do not agree give away at most twice as much', async (t) => {
  const trial = { administrators: [house.world.ana, house.world.bia], isFresh: true, limitCents: LIMIT_CENTS };
  const { gainedCents } = await tryAll(house, ALL, trial);
  t.diagnostic(`friends gained ${gainedCents} cents of at most ${2 * LIMIT_CENTS}`);
  assert.ok(gainedCents > LIMIT_CENTS && gainedCents <= 2 * LIMIT_CENTS, `${gainedCents}`);
});

test('docs/operations.md states these losses for the settings of production', async () => {
  const text = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const section = text.split('### What an administrator can give away')[1]?.split('\n## ')[0] ?? '';
  const stated = [...section.matchAll(/\*\*([^*]+)\*\*(?: \((R\$ [^)]+)\))?/g)].map(([, formula, sum]) => [
    formula,
    sum,
  ]);
  const brl = (cents: number) => formatBrl(BigInt(cents));
  assert.deepEqual(stated, [
    [brl(0), undefined],
    ['`twoPersonCents`', brl(LIMIT_CENTS)],
    ['2 × `twoPersonCents`', brl(2 * LIMIT_CENTS)],
  ]);
});

test('every operation by which administrators change something is tried here', async () => {
  const forAdministrators: string[] = [];
  for (const { name, method, path } of operationsOf(await readOpenApi(house.world.app.http))) {
    if (method === 'get') continue;
    const url = path.replaceAll(/\{\w+\}/g, '1');
    const { headers } = await createPerson(house.world.app.db);
    const answer = await house.world.app.http.inject({ method: method as 'post', url, headers, payload: {} });
    if (answer.json().code === 'ADMINISTRATORS_ONLY') forAdministrators.push(name);
  }
  assert.deepEqual(forAdministrators.sort(), Object.keys(ATTEMPTS).sort());
});
