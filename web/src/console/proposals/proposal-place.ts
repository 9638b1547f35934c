import { ALL } from '../queues/use-queue-address.ts';

interface Place {
  to: string;
  params?: { id: string };
  search: Record<string, string | number>;
}

interface ProposedRecord {
  entityType: string;
  entityId: string;
  ownerId: string | null;
  action: string;
  content: string;
}

const QUEUES = new Map([
  ['deposit', '/admin/depositos'],
  ['money-withdrawal', '/admin/saques'],
  ['skin-withdrawal', '/admin/retiradas'],
  ['site-swap', '/admin/trocas'],
]);

const ITEMS = '/admin/itens';
const RAFFLES = '/admin/rifas';

const USER_ACTIONS = new Map([
  ['set-status BANNED', 'banir'],
  ['set-status SUSPENDED', 'suspender'],
  ['set-status ACTIVE', 'reativar'],
  ['reset-second-factor', 'fator'],
]);

/** It is null where no page decides on such records. Those of a queue are shown among the others of their owner. */
export function placeOf({ entityType, entityId, ownerId, action, content }: ProposedRecord): Place | null {
  const queue = QUEUES.get(entityType);
  if (queue !== undefined) {
    const owner = ownerId === null ? {} : { userId: Number(ownerId) };
    return { to: queue, search: { status: ALL, ...owner, aberto: Number(entityId) } };
  }
  if (entityType === 'order') return { to: '/admin/ordens', search: { aberto: Number(entityId) } };
  if (entityType === 'event') return { to: '/admin/eventos', search: { aberto: Number(entityId) } };
  if (entityType === 'raffle') return { to: RAFFLES, search: { aberta: Number(entityId) } };
  if (entityType === 'raffle-terms') return { to: RAFFLES, search: { proposta: entityId } };
  if (entityType === 'setting') return { to: '/admin/configuracoes', search: { aberto: entityId } };
  if (entityType === 'item') return { to: ITEMS, search: { item: entityId } };
  if (entityType === 'item-sync') return { to: ITEMS, search: { aba: 'retidos' } };
  if (entityType === 'exchange-rate') return { to: ITEMS, search: { aba: 'cotacao' } };
  if (entityType !== 'user') return null;
  return {
    to: '/admin/usuarios/$id',
    params: { id: entityId },
    search: { acao: USER_ACTIONS.get(`${action} ${content}`.trim()) ?? 'saldo' },
  };
}
