import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { logInAs, type Somebody } from './console-world.ts';
import { newAccount, test } from './journey.ts';
import { startWebServer, type WebServer } from './server.ts';
import { ADMINISTRATOR, settled, type Visit } from './visits.ts';

const SECOND_ADMINISTRATOR = '76561198000000002';

/** It has two administrators and settings that no other journey relies on. */
let serverOfTwo: WebServer;
before(async () => {
  serverOfTwo = await startWebServer({ ADMIN_PLATFORM_IDS: `${ADMINISTRATOR},${SECOND_ADMINISTRATOR}` });
});
after(() => serverOfTwo.stop());

test(
  'what one administrator proposes another finds in a list, sees its sum, and agrees to where its link leads',
  async ({ server, visit }) => {
    const player = await logInAs(server, newAccount());
    const admin = await logInAs(server, ADMINISTRATOR);
    await admin.ask('PATCH', '/admin/settings', { twoPersonCents: 100_000, confirm: true, reason: 'Política' });
    const first = await visit({ account: ADMINISTRATOR });
    await first.logIn();
    await proposeCredit(first, player);

    const second = await visit({ account: SECOND_ADMINISTRATOR, language: 'en' });
    await second.logIn();
    await second.open('/admin');
    await second.page
      .getByRole('main')
      .getByRole('link', { name: /^Wait for a second person 1/ })
      .click();
    await second.page.waitForURL('**/admin/propostas');
    const row = second.page.getByRole('row', { name: /^Adjust a balance credit R\$\s?1,500\.00 / });
    await row.getByRole('cell', { name: admin.name, exact: true }).waitFor();
    assert.deepEqual([await second.axe(), await second.cutOnPhone()], [[], []]);
    await row.getByRole('link', { name: `User no. ${player.userId}` }).click();
    const hadCents = await balanceOf(player);
    await agree(second, admin.name);
    assert.equal((await balanceOf(player)) - hadCents, 150_000);
    await second.page.getByRole('link', { name: 'Proposals', exact: true }).click();
    await second.page.getByText('No decision waits for a second person.').waitFor();

    // A setting has its name and its value in words, and comes without a reload.
    const weaker = { twoPersonCents: 200_000, confirm: true, reason: 'Fila longa' };
    await assert.rejects(admin.ask('PATCH', '/admin/settings', weaker), /409/);
    await second.page
      .getByRole('row', { name: /^Change a setting Amount that needs a second person: R\$\s?2,000\.00 / })
      .getByRole('link', { name: 'twoPersonCents' })
      .click();
    const setting = second.page.getByRole('complementary', { name: 'Amount that needs a second person' });
    await setting.getByText(/proposed .*R\$\s?1,000\.00 → R\$\s?2,000\.00.*Fila longa/).waitFor();

    // A price far from the last one is meant by two, where users own much of the item by it.
    await player.ask('PUT', '/user/age-confirmation', { isAdult: true });
    const { data: cases } = await player.ask<{ data: { id: string }[] }>('GET', '/cases?limit=1');
    await player.ask('POST', `/cases/${cases[0]?.id}/open`, { quantity: 1 });
    const { items } = await player.ask<{ items: { itemId: string }[] }>('GET', '/inventory');
    await proposePrice(first, items[0]?.itemId ?? '');
    await second.page.getByRole('link', { name: /^Proposals/ }).click();
    const price = second.page.getByRole('row', { name: /^Change the price of an item \$99,999\.99 / });
    await price.getByRole('link', { name: `Item no. ${items[0]?.itemId}` }).click();
    const item = second.page.getByRole('complementary');
    await item.getByText(new RegExp(`${admin.name} proposed .*Preço novo.*you are the second person`)).waitFor();
    await item.getByRole('textbox', { name: 'Original price' }).fill('9999999');
    await item.getByRole('textbox', { name: /^Reason/ }).fill('Agreed');
    await item.getByRole('button', { name: 'Save' }).click();
    await item.getByRole('button', { name: 'Save all the same' }).click();
    await item.getByText('Saved.').waitFor();
    // The only fault is the refusal of the first administrator, who had to wait for the second.
    assert.deepEqual(
      [...first.faults, ...second.faults].filter((fault) => !/status of 409/.test(fault)),
      [],
    );
  },
  async () => serverOfTwo,
);

test(
  'a raffle that may cost much is proposed by one administrator, and put on sale by another who sees all of it',
  async ({ server, visit }) => {
    const admin = await logInAs(server, ADMINISTRATOR);
    await admin.ask('PATCH', '/admin/settings', { twoPersonCents: 1, confirm: true, reason: 'Política' });
    const first = await visit({ account: ADMINISTRATOR });
    await first.logIn();
    await proposeRaffle(first);

    const second = await visit({ account: SECOND_ADMINISTRATOR, language: 'en' });
    await second.logIn();
    await second.open('/admin/propostas');
    const row = second.page.getByRole('row', {
      name: /^Put a raffle on sale Rifa de dois · 2 tickets for R\$\s?0\.01 /,
    });
    await row.getByRole('link').click();
    const drawer = second.page.getByRole('complementary', { name: 'Proposed raffle' });
    await drawer.getByText(new RegExp(`${admin.name} proposed .*Prêmio do mês.*you are the second person`)).waitFor();
    for (const shown of ['Rifa de dois', 'Um prêmio caro.', 'R$0.01', 'as many as they like', 'when all is sold'])
      await drawer.getByText(shown, { exact: true }).waitFor();
    assert.equal(await drawer.locator('li img').count(), 1);
    assert.deepEqual([await second.axe(), await second.cutOnPhone()], [[], []]);
    await drawer.getByRole('textbox', { name: /^Reason/ }).fill('Agreed');
    await drawer.getByRole('button', { name: 'Put on sale' }).click();
    await second.page.getByRole('complementary').getByText('0 of 2').waitFor();
    assert.deepEqual(
      [...first.faults, ...second.faults].filter((fault) => !/status of 409/.test(fault)),
      [],
    );
  },
  async () => serverOfTwo,
);

async function proposeRaffle({ page, open }: Visit): Promise<void> {
  await open('/admin/rifas');
  await page.getByRole('button', { name: 'Nova rifa' }).click();
  const form = page.getByRole('dialog', { name: 'Nova rifa' });
  await form.getByLabel('Nome').fill('Rifa de dois');
  await form.getByLabel('Descrição').fill('Um prêmio caro.');
  await form.getByLabel('Endereço da imagem').fill('https://images.example/raffle.png');
  await form.getByLabel('Preço do bilhete').fill('0,01');
  await form.getByLabel('Quantos bilhetes').fill('2');
  await form.getByRole('button', { name: 'Pôr um prêmio' }).click();
  await page.getByRole('dialog', { name: 'Escolher um prêmio' }).getByRole('button').nth(1).click();
  await form.getByRole('textbox', { name: /Motivo/ }).fill('Prêmio do mês');
  await form.getByRole('button', { name: 'Pôr à venda' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('Registrado como sua proposta').waitFor();
}

const balanceOf = async (who: Somebody) =>
  Number((await who.ask<{ balanceCents: string }>('GET', '/user/balance')).balanceCents);

/** It is more than one may give alone; the first administrator sees the proposal afterwards. */
async function proposeCredit({ page, open }: Visit, player: Somebody): Promise<void> {
  await open(`/admin/usuarios/${player.userId}?acao=saldo`);
  const drawer = page.getByRole('complementary', { name: 'Ajustar o saldo' });
  await drawer.getByLabel('Valor', { exact: true }).fill('1500');
  await drawer.getByRole('textbox', { name: /^Motivo/ }).fill('Prêmio, chamado 81');
  await drawer.getByRole('button', { name: 'Creditar' }).click();
  await page.getByText('Registrado como sua proposta').waitFor();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Propostas 1 aguardam/ })
    .waitFor();
  await page.getByRole('button', { name: 'Ajustar saldo…' }).click();
  await drawer.getByText(/Você propôs .*creditar R\$\s1\.500,00.*Falta outra pessoa/).waitFor();
}

/** Asked for twice: the first press shows what it would do. */
async function proposePrice({ page, go, axe }: Visit, itemId: string): Promise<void> {
  await go(`/admin/itens?item=${itemId}`);
  const drawer = page.getByRole('complementary');
  await drawer.getByRole('textbox', { name: 'Preço de origem' }).fill('9999999');
  await drawer.getByRole('textbox', { name: /^Motivo/ }).fill('Preço novo');
  await drawer.getByRole('button', { name: 'Guardar' }).click();
  await drawer.getByRole('button', { name: 'Guardar mesmo assim' }).click();
  await drawer.getByText('Registrado como sua proposta').waitFor();
  assert.deepEqual(await axe(), []);
}

/** The second administrator sees the proposal and types it again: no field is filled in. */
async function agree({ page, axe }: Visit, proposer: string): Promise<void> {
  const drawer = page.getByRole('complementary', { name: 'Adjust the balance' });
  await drawer
    .getByText(
      new RegExp(`${proposer} proposed .*credit R\\$\\s?1,500\\.00.*Prêmio, chamado 81.*you are the second person`),
    )
    .waitFor();
  await settled(page);
  assert.deepEqual(await axe(), []);
  const amount = drawer.getByLabel('Amount', { exact: true });
  assert.equal(await amount.inputValue(), '');
  await amount.fill('1500');
  await drawer.getByRole('textbox', { name: /^Reason/ }).fill('Agreed, ticket 81');
  await drawer.getByRole('button', { name: 'Credit' }).click();
  await page.getByText(/Credit, in/).waitFor();
}
