import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { fakeLog, leavesNamed, newLogKey } from '../../fairness/test/fake-log.ts';
import vectors from '../../fairness/vectors/rolls.json' with { type: 'json' };
import { test } from './journey.ts';
import { ask } from './players.ts';

const ROLL_MAX = 10_000_000;
const VECTOR = vectors.find(({ max, serverSeed }) => max === ROLL_MAX && serverSeed.length === 64);
assert.ok(VECTOR);

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

test('a visitor checks a roll step by step, is warned of a hash in the place of the seed, and checks the checker', async ({
  visit,
}) => {
  const { page, faults, open, axe } = await visit();
  const { serverSeed, serverSeedHash, clientSeed, nonce, hash, roll } = VECTOR;
  await open('/verificar');
  await fill(page, {
    'Semente do servidor': serverSeedHash,
    'Hash publicado antes': serverSeedHash,
    'Semente do cliente': clientSeed,
    Nonce: String(nonce),
    'Rolagem registrada': String(roll),
  });
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();
  await page.getByText('Isto é o hash, não a semente.').waitFor();
  await fill(page, { 'Hash publicado antes': serverSeed });
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();
  await page.getByText('E isto é a semente: troque os dois campos.').waitFor();
  await page.getByText('Isto é o hash, não a semente.').waitFor();
  await fill(page, { 'Hash publicado antes': '' });
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();
  await page.getByText('Confira se isto é a semente, e não o hash').waitFor();
  await page.getByRole('heading', { name: 'Não confere' }).waitFor();
  await fill(page, { 'Hash publicado antes': serverSeedHash });

  await fill(page, { 'Semente do servidor': serverSeed });
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();
  await page.getByRole('heading', { name: 'Confere', exact: true }).waitFor();
  assert.equal(await page.getByText(hash, { exact: true }).count(), 2);
  assert.deepEqual(await axe(), []);

  await fill(page, { 'Rolagem registrada': String(roll + 1) });
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();
  await page.getByRole('heading', { name: 'Não confere' }).waitFor();

  await page.getByRole('tab', { name: 'Conferir o conferidor' }).click();
  await page.getByRole('button', { name: 'Rodar os casos' }).click();
  await page.getByText('casos conferem').first().waitFor();
  const lines = await page.getByText('casos conferem').allTextContents();
  assert.equal(lines.length, 3);
  for (const line of lines) {
    const [, right, all] = /^(\d+) de (\d+)/.exec(line) ?? [];
    assert.ok(Number(all) > 0 && right === all, line);
  }
  assert.deepEqual(faults, []);
});

test('a link fills in a battle against bots, which is checked whole, in English and on a telephone', async ({
  visit,
}) => {
  const { page, faults, open, logIn, axe } = await visit({ size: 'phone', language: 'en' });
  await logIn();
  const id = await playBattle(page);
  await open(`/verify#game=battle&id=${id}`);
  await page.getByRole('heading', { name: 'Nothing is wrong, but not everything could be checked' }).waitFor();
  await page.getByText(/comparisons, none differs/).waitFor();
  // The result names its leaf, and the page the key of the log.
  await page.getByText(`Public log: BATTLES/${id}`).waitFor();
  const { publicKey } = await ask<{ publicKey: string }>(page, 'GET', '/log/key');
  await page.getByText(publicKey).waitFor();
  await until(async () => (await page.request.get(`/api/log/inclusion?kind=BATTLES&id=${id}`)).ok());
  await checkAgainstKeptHead(page);
  assert.deepEqual(await axe(), []);
  assert.deepEqual(faults, []);
});

/** A browser that has kept a head of another key warns until its owner forgets it; it then keeps the present one. */
async function checkAgainstKeptHead(page: Page): Promise<void> {
  const another = fakeLog(leavesNamed('another', 3), newLogKey(), null).headOf(3, '2026-11-18T12:00:00.000Z');
  await page.evaluate(`localStorage.setItem('lisura:log-head', ${JSON.stringify(JSON.stringify(another))})`);
  const check = () => page.getByRole('button', { name: 'Check in the public log' }).click();
  await check();
  await page.getByText(/^Warning: the log is signed with another key than the head of .*, with 3 leaves/).waitFor();
  await page.getByRole('button', { name: 'I know why: forget the head that was kept' }).click();
  await check();
  await page
    .getByText(/^It is in the log as you see it: .* This browser had no other head to compare it with yet\.$/)
    .waitFor();
  await check();
  await page
    .getByText(/^It is in the log as you see it: .* It extends the head of .* that this browser has kept\.$/)
    .waitFor();
}

/** Creates the cheapest battle, adds a bot, and waits until everybody may see its outcome. */
async function playBattle(page: Page): Promise<string> {
  const { data } = await ask<{ data: { id: string; priceCents: string }[] }>(page, 'GET', '/cases');
  const [cheapest] = data.toSorted((one, other) => Number(one.priceCents) - Number(other.priceCents));
  const battle = { caseIds: [cheapest?.id], mode: 'NORMAL', seatCount: 2 };
  const { id } = await ask<{ id: string }>(page, 'POST', '/battles/create', battle);
  await ask(page, 'POST', `/battles/${id}/add-bots`, { count: 1 });
  await until(async () => (await ask<{ status: string }>(page, 'GET', `/battles/${id}`)).status === 'COMPLETED');
  return id;
}
