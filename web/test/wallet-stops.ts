import { enrol, typeCode } from './second-factor.ts';
import type { TourStop } from './tour-stop.ts';
import { settled, type Visit } from './visits.ts';

/** Says that one is of age, where that was not said before. */
async function beOfAge({ page }: Visit): Promise<void> {
  const check = page.getByLabel('Tenho 18 anos ou mais');
  const amount = page.getByLabel('Valor do depósito');
  await check.or(amount).first().waitFor();
  if (!(await check.isVisible())) return;
  await check.check();
  await page.getByRole('button', { name: 'Confirmar e continuar' }).click();
  await amount.waitFor();
}

export const WALLET_STOPS: readonly TourStop[] = [
  { name: 'wallet-age', path: '/carteira', as: 'player' },
  { name: 'wallet-amount', path: '/carteira', as: 'player', prepare: beOfAge },
  {
    name: 'wallet-deposit',
    path: '/carteira',
    as: 'player',
    prepare: async (visit) => {
      await beOfAge(visit);
      await visit.page.getByRole('button', { name: /^Gerar Pix/ }).click();
      await visit.page.getByRole('heading', { name: 'Aguardando o seu Pix' }).waitFor();
    },
  },
  {
    name: 'wallet-enrol',
    path: '/carteira?aba=sacar',
    as: 'player',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Ativar em duas etapas' }).click();
      await page.getByRole('img', { name: /autenticador/ }).waitFor();
    },
  },
  {
    name: 'wallet-withdraw',
    path: '/carteira?aba=sacar',
    as: 'player',
    prepare: async ({ page }) => {
      const amount = page.getByLabel('Valor do saque');
      await amount
        .or(page.getByRole('button', { name: 'Ativar em duas etapas' }))
        .first()
        .waitFor();
      if (await amount.isVisible()) return;
      const app = await enrol(page, {
        begin: 'Ativar em duas etapas',
        turnOn: 'Ativar',
        saved: 'Guardei os códigos',
      });
      await amount.fill('180');
      await page.getByRole('textbox', { name: 'Chave Pix' }).fill('529.982.247-25');
      await typeCode(page, app.code());
      await page.getByRole('button', { name: /^Confirmar saque de/ }).click();
      await page.getByRole('heading', { name: /^Em andamento/ }).waitFor();
      await amount.fill('250');
    },
  },
  { name: 'wallet-statement', path: '/carteira?aba=extrato', as: 'player' },
  {
    name: 'wallet-limits',
    path: '/carteira?aba=limites',
    as: 'player',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: '7 dias' }).click();
      await settled(page);
    },
  },
  { name: 'profile', path: '/perfil', as: 'player' },
  { name: 'profile-security', path: '/perfil?aba=seguranca', as: 'player' },
  { name: 'profile-log', path: '/perfil?aba=registro', as: 'player' },
  { name: 'profile-data', path: '/perfil?aba=dados', as: 'player' },
];
