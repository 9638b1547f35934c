import { fillQueues } from './console-world.ts';
import { ask } from './players.ts';
import type { WebServer } from './server.ts';
import type { TourStop } from './tour-stop.ts';
import { PLAYER, settled, type Visit } from './visits.ts';

const ANA = '76561198000000003';
const JOAO = '76561198000000004';
const LARISSA = '76561198000000005';

let isFilled = false;
async function withQueues({ page }: Visit, server: WebServer): Promise<void> {
  if (!isFilled) await fillQueues(server, [ANA, JOAO, LARISSA]);
  isFilled = true;
  await page.reload();
  await settled(page);
}

async function withDrawer(visit: Visit, server: WebServer): Promise<void> {
  await withQueues(visit, server);
  await visit.page.locator('tbody button').first().click();
  await visit.page.getByRole('textbox', { name: /^Motivo/ }).waitFor();
}

const withPlayer = (search: string) => async (visit: Visit, server: WebServer) => {
  await withQueues(visit, server);
  const { data } = await ask<{ data: { id: string }[] }>(visit.page, 'GET', `/admin/users?search=${PLAYER}`);
  await visit.open(`/admin/usuarios/${data[0]?.id}${search}`);
};

export const QUEUE_STOPS: readonly TourStop[] = [
  { name: 'console-money-withdrawals', path: '/admin/saques', as: 'administrator', prepare: withDrawer },
  { name: 'console-money-list', path: '/admin/saques', as: 'administrator', prepare: withQueues },
  { name: 'console-item-withdrawals', path: '/admin/retiradas', as: 'administrator', prepare: withDrawer },
  { name: 'console-deposits', path: '/admin/depositos', as: 'administrator', prepare: withDrawer },
  { name: 'console-users', path: '/admin/usuarios', as: 'administrator', prepare: withQueues },
  { name: 'console-user', path: '/admin/usuarios/1', as: 'administrator', prepare: withPlayer('') },
  {
    name: 'console-user-plays',
    path: '/admin/usuarios/1?aba=jogadas',
    as: 'administrator',
    prepare: withPlayer('?aba=jogadas'),
  },
  {
    name: 'console-user-adjust',
    path: '/admin/usuarios/1?acao=saldo',
    as: 'administrator',
    prepare: withPlayer('?acao=saldo'),
  },
  {
    name: 'console-user-items',
    path: '/admin/usuarios/1?aba=inventario',
    as: 'administrator',
    prepare: withPlayer('?aba=inventario'),
  },
  { name: 'console-orders', path: '/admin/ordens', as: 'administrator', prepare: withQueues },
  { name: 'console-site-swaps', path: '/admin/trocas', as: 'administrator', prepare: withQueues },
  { name: 'console-suspensions', path: '/admin/suspensoes', as: 'administrator', prepare: withQueues },
  { name: 'console-proposals', path: '/admin/propostas', as: 'administrator', prepare: withQueues },
  { name: 'console-suspects', path: '/admin/suspeitas', as: 'administrator', prepare: withQueues },
];
