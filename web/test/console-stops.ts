import { QUEUE_STOPS } from './console-queue-stops.ts';
import { ask } from './players.ts';
import type { TourStop } from './tour-stop.ts';
import type { Visit } from './visits.ts';

export const CONSOLE_STOPS: readonly TourStop[] = [
  { name: 'console-dashboard', path: '/admin', as: 'administrator' },
  { name: 'console-audit', path: '/admin/auditoria', as: 'administrator', prepare: verifyChain },
  { name: 'console-settings', path: '/admin/configuracoes', as: 'administrator' },
  {
    name: 'console-setting',
    path: '/admin/configuracoes?aberto=priceMargin',
    as: 'administrator',
    prepare: raiseMargin,
  },
  { name: 'console-notifications', path: '/admin/avisos', as: 'administrator' },
  { name: 'console-items', path: '/admin/itens', as: 'administrator' },
  { name: 'console-rate', path: '/admin/itens?aba=cotacao', as: 'administrator' },
  { name: 'console-held-prices', path: '/admin/itens?aba=retidos', as: 'administrator' },
  { name: 'console-syncs', path: '/admin/itens?aba=sincronias', as: 'administrator' },
  { name: 'console-alerts', path: '/admin/alertas', as: 'administrator' },
  { name: 'console-analytics', path: '/admin/analises', as: 'administrator' },
  { name: 'console-ggr', path: '/admin/analises?aba=ggr', as: 'administrator' },
  { name: 'console-money-report', path: '/admin/analises?aba=dinheiro', as: 'administrator' },
  { name: 'console-raffle', path: '/admin/rifas?aberta=1', as: 'administrator' },
  { name: 'console-raffle-form', path: '/admin/rifas', as: 'administrator', prepare: writeRaffle },
  { name: 'console-raffle-factor', path: '/admin/rifas', as: 'administrator', prepare: askForCode },
  { name: 'console-raffle-proposed', path: '/admin/rifas', as: 'administrator', prepare: proposeRaffle },
  { name: 'console-event', path: '/admin/eventos?aberto=1', as: 'administrator' },
  { name: 'console-battles', path: '/admin/batalhas', as: 'administrator' },
  { name: 'console-cases', path: '/admin/caixas', as: 'administrator' },
  { name: 'console-case-editor', path: '/admin/caixas/11', as: 'administrator', prepare: editCase },
  { name: 'console-case-editor-gap', path: '/admin/caixas/11', as: 'administrator', prepare: tearBar },
  ...QUEUE_STOPS,
];

async function writeRaffle({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Nova rifa' }).click();
  const form = page.getByRole('dialog', { name: 'Nova rifa' });
  await form.getByLabel('Nome').fill('Rifa da sexta');
  await form.getByLabel('Descrição').fill('Uma faca e duas luvas.');
  await form.getByLabel('Endereço da imagem').fill('https://images.example/rifa.png');
  await form.getByLabel('Preço do bilhete').fill('5,00');
  for (const place of [1, 2]) {
    await form.getByRole('button', { name: 'Pôr um prêmio' }).click();
    await page.getByRole('dialog', { name: 'Escolher um prêmio' }).getByRole('button').nth(place).click();
  }
  await form.getByRole('textbox', { name: /^Motivo/ }).fill('Como diz o calendário');
}

/** The server would not take the second factor of a while ago. */
async function askForCode(visit: Visit): Promise<void> {
  const { page } = visit;
  await writeRaffle(visit);
  const json = { statusCode: 403, code: 'SECOND_FACTOR_NOT_FRESH', message: 'Digite o código.' };
  await page.route('**/api/admin/raffles', (route) => route.fulfill({ status: 403, json }));
  await page.getByRole('button', { name: 'Pôr à venda' }).click();
  await page.getByText('A sua verificação em duas etapas não é recente').waitFor();
  await page.unroute('**/api/admin/raffles');
}

async function proposeRaffle({ page, open }: Visit): Promise<void> {
  await ask(page, 'PATCH', '/admin/settings', { twoPersonCents: 1, confirm: true, reason: 'Política' });
  const { data } = await ask<{ data: { id: string; imageUrl: string }[] }>(page, 'GET', '/admin/items?limit=2');
  const raffle = { name: 'Rifa do mês', description: 'Dois itens.', ticketPriceCents: '100', maxTickets: 10 };
  const prizes = data.map(({ id }, displayOrder) => ({ displayOrder, itemId: id }));
  const body = { ...raffle, imageUrl: data[0]?.imageUrl, prizes, reason: 'Prêmio do mês' };
  await ask(page, 'POST', '/admin/raffles', body).catch(() => undefined);
  await open('/admin/propostas');
  await page
    .getByRole('row', { name: /^Pôr uma rifa à venda/ })
    .getByRole('link')
    .click();
  await page.getByText('Rifa proposta').first().waitFor();
}

/** To its end. */
async function verifyChain({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Verificar a cadeia' }).click();
  await page.getByRole('heading', { name: 'A cadeia está íntegra' }).waitFor();
}

/** A margin is typed that would change every price. */
async function raiseMargin({ page }: Visit): Promise<void> {
  await page.getByLabel('Novo valor').fill('1,3');
  await page.getByText(/preços mudariam/).waitFor();
}

/** A chance is changed, and the draft is simulated. */
async function editCase({ page }: Visit): Promise<void> {
  await page
    .getByLabel(/^Chance de /)
    .nth(4)
    .fill('4,7');
  await page.getByRole('button', { name: 'Simular' }).click();
  await page.getByText('Chance de a casa perder').waitFor();
}

async function tearBar({ page }: Visit): Promise<void> {
  await page
    .getByLabel(/^Primeira rolagem de /)
    .nth(4)
    .fill('9100001');
  await page.getByText('ninguém ganha').waitFor();
}
