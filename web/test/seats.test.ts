import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { logInAs, type Somebody } from './console-world.ts';
import { newAccount, test } from './journey.ts';
import { ask } from './players.ts';
import { nameUser } from './staging.ts';

/** As long as a name may be, of every script, and what would run if a page took it for markup. */
const NAMES = [
  'محمد عبد الله שלום עולם',
  '漢字かなカナ한국어ไทยहिन्दी🔥👩🏽‍🚀🇧🇷',
  `Z${'\u0338\u0321\u031b\u0335\u0489'.repeat(6)}algo${'\u0310\u0352'.repeat(12)}`,
  '<b>W</b><img src=x onerror="window.ran=1">'.padEnd(64, 'W'),
];

/** Finds markup that was run, and anything that sticks out of the screen. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`((names) => {
    const faults = [];
    if ('ran' in window) faults.push('a name was run');
    if (document.querySelector('img[src="x"], main b') !== null) faults.push('a name became markup');
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push('the page is ' + (scrollWidth - clientWidth) + ' wider than the screen');
    const holders = [...document.querySelectorAll('main *')].filter(
      (element) => element.children.length === 0 && names.includes(element.textContent),
    );
    for (const holder of holders) {
      // An overflow is not seen where an ancestor hides it.
      let around = holder;
      while (around !== null && getComputedStyle(around).overflowX === 'visible') around = around.parentElement;
      const { left, right } = (around ?? holder).getBoundingClientRect();
      if (left < -1 || right > clientWidth + 1) faults.push(holder.textContent + ' sticks out');
    }
    return faults;
  })(${JSON.stringify(NAMES)})`);

async function cheapestCase(who: Somebody): Promise<string> {
  const { data } = await who.ask<{ data: { id: string }[] }>('GET', '/cases?sortBy=price&sortOrder=asc&limit=1');
  return data[0]?.id ?? assert.fail('there is no case');
}

/** The show may end by itself meanwhile: a press on the next heading does nothing. */
async function skipShow(page: Page): Promise<void> {
  const end = page.getByRole('heading', { name: 'Placar final' });
  await page.getByRole('button', { name: 'Pular para o fim' }).or(end).first().click();
  await end.waitFor();
}

test('names of every script, with markup and as long as may be, stay where they belong', async ({ server, visit }) => {
  const players: Somebody[] = [];
  for (const name of NAMES) {
    const player = await logInAs(server, newAccount());
    await nameUser(server, player.userId, name);
    players.push(player);
  }
  const [first, ...others] = players as [Somebody, ...Somebody[]];
  const cheapest = await cheapestCase(first);
  for (const player of players) await player.ask('POST', `/cases/${cheapest}/open`, { quantity: 1 });
  const wanted = { mode: 'NORMAL', seatCount: 4, isTeams: false, caseIds: [cheapest] };
  const battle = await first.ask<{ id: string }>('POST', '/battles/create', wanted);
  for (const player of others.slice(0, 2)) await player.ask('POST', `/battles/${battle.id}/join`, {});

  const { page, faults, open, go, logIn } = await visit({ size: 'phone' });
  await open('/');
  // The won item is named for screen readers only.
  await page.getByRole('region', { name: 'O que acabou de sair' }).getByText('<b>W</b>').first().waitFor();
  assert.deepEqual(await faultsOf(page), []);
  for (const [index, player] of players.entries()) {
    await go(`/jogador/${player.userId}`);
    assert.equal((await page.getByRole('heading', { level: 1 }).textContent())?.trim(), NAMES[index]?.trim());
    assert.deepEqual(await faultsOf(page), []);
  }

  await logIn();
  await open(`/batalha/${battle.id}`);
  for (const name of NAMES.slice(0, 3))
    await page.getByRole('link', { name: name.trim(), exact: true }).first().waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await others[2]?.ask('POST', `/battles/${battle.id}/join`, {});
  await skipShow(page);
  assert.equal(
    await page
      .getByRole('main')
      .getByText(NAMES[3] ?? '', { exact: true })
      .first()
      .isVisible(),
    true,
  );
  assert.deepEqual(await faultsOf(page), []);
  assert.deepEqual(faults, []);
});

test('the winner of a battle sells all that it brought, and is told before what that is', async ({ server, visit }) => {
  const accounts = [newAccount(), newAccount()] as const;
  const [first, second] = [await logInAs(server, accounts[0]), await logInAs(server, accounts[1])];
  const caseIds = [await cheapestCase(first)];
  const { id } = await first.ask<{ id: string }>('POST', '/battles/create', { mode: 'NORMAL', seatCount: 2, caseIds });
  await second.ask('POST', `/battles/${id}/join`, {});
  const { seats } = await first.ask<{ seats: { isWinner: boolean }[] }>('GET', `/battles/${id}`);
  const winner = seats[0]?.isWinner === true ? 0 : 1;
  const before = await [first, second][winner]?.ask<{ balanceCents: string }>('GET', '/user/balance');

  const { page, faults, open, logIn, axe } = await visit({ account: accounts[winner] });
  await logIn();
  await open(`/batalha/${id}`);
  await skipShow(page);
  const { totalValueCents, itemsCount } = await ask<{ totalValueCents: string; itemsCount: number }>(
    page,
    'GET',
    `/inventory/winnings?cause=BATTLE&id=${id}`,
  );
  assert.equal(itemsCount, 2);
  await page.getByRole('button', { name: /^Vender tudo por/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Vender 2 itens desta batalha?' });
  await dialog.getByRole('button', { name: /^Vender tudo por/ }).waitFor();
  assert.deepEqual(await axe(), []);
  await dialog.getByRole('button', { name: /^Vender tudo por/ }).click();
  await page.getByText('Vendido').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Vender tudo por/ }).waitFor({ state: 'detached' });
  const after = await ask<{ balanceCents: string }>(page, 'GET', '/user/balance');
  assert.equal(Number(after.balanceCents) - Number(before?.balanceCents), Number(totalValueCents));
  assert.deepEqual(faults, []);
});
