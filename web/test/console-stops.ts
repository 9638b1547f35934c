import { QUEUE_STOPS } from './console-queue-stops.ts';
import type { TourStop } from './tour-stop.ts';
import type { Visit } from './visits.ts';

/** The console, as an administrator sees it. */
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
  { name: 'console-event', path: '/admin/eventos?aberto=1', as: 'administrator' },
  { name: 'console-battles', path: '/admin/batalhas', as: 'administrator' },
  { name: 'console-cases', path: '/admin/caixas', as: 'administrator' },
  { name: 'console-case-editor', path: '/admin/caixas/11', as: 'administrator', prepare: editCase },
  { name: 'console-case-editor-gap', path: '/admin/caixas/11', as: 'administrator', prepare: tearBar },
  ...QUEUE_STOPS,
];

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

/** A range that was typed leaves a gap. */
async function tearBar({ page }: Visit): Promise<void> {
  await page
    .getByLabel(/^Primeira rolagem de /)
    .nth(4)
    .fill('9100001');
  await page.getByText('ninguém ganha').waitFor();
}
