import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { use } from '../../support/use-app.ts';
import { tryFraud } from './fraud.ts';
import { FRAUDS, withFraudsTable } from './frauds.ts';
import { openHouse } from './house.ts';
import { PAGE_NOTICES } from './page-notices.ts';

/** This is the short form of `npm run campaign -- dishonest`. */
const house = use(openHouse, ({ close }) => close());

const TRIED = ['Ignored client seed', 'Discarded server seeds', 'Early close', 'Two logs', 'Verifier page exchanged'];
for (const fraud of FRAUDS.filter(({ name }) => TRIED.includes(name))) {
  test(`noticed, and an honest house is not accused: ${fraud.name}`, async () => {
    assert.deepEqual((await tryFraud(house, fraud)).faults, []);
  });
}

test('a fraud that a command does not notice is reported, and so is an honest house that is accused', async () => {
  const fraud = FRAUDS.find(({ name }) => name === 'Ignored client seed') ?? assert.fail();
  const honest = await tryFraud(house, { ...fraud, play: (at, _, end) => fraud.play(at, false, end) });
  assert.match(honest.faults.join(), /^the fraud by opening --client-seed: not NOT VALID/);
  const accused = await tryFraud(house, { ...fraud, play: (at, _, end) => fraud.play(at, true, end) });
  assert.match(accused.faults.join(), /^an honest house by opening --client-seed: not VALID/);
});

test('there are at least 25 frauds, and docs/fairness.md has each of them', async () => {
  assert.equal(new Set(FRAUDS.map(({ name }) => name)).size, FRAUDS.length);
  assert.ok(FRAUDS.length >= 25);
  const onPage = Object.keys(PAGE_NOTICES);
  assert.deepEqual(
    onPage.filter((name) => !FRAUDS.some((fraud) => fraud.name === name)),
    [],
  );
  const page = await readFile(path.resolve(import.meta.dirname, '../../../../docs/fairness.md'), 'utf8');
  assert.equal(page, withFraudsTable(page), 'run `npm run docs` and commit docs/fairness.md');
});
