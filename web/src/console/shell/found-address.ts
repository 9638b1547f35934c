import type { RecordKind } from '../../data/generated/api.ts';
import { ALL } from '../queues/use-queue-address.ts';

export type FoundKind = RecordKind | 'USER' | 'CASE' | 'ITEM';

const QUEUES: Partial<Record<FoundKind, string>> = {
  DEPOSIT: '/admin/depositos',
  MONEY_WITHDRAWAL: '/admin/saques',
  ITEM_WITHDRAWAL: '/admin/retiradas',
  ORDER: '/admin/ordens',
  SITE_SWAP: '/admin/trocas',
};
const PAGES: Partial<Record<FoundKind, string>> = {
  USER: '/admin/usuarios/$id',
  CASE: '/admin/caixas/$id',
  BATTLE: '/batalha/$id',
  RAFFLE: '/rifa/$id',
};

/** Where something that was found is shown: its page, or its queue with its drawer open among the records of its owner. */
export function addressOf(
  kind: FoundKind,
  id: string,
  { userId = null, name = '' }: { userId?: string | null; name?: string } = {},
): { to: string; params?: { id: string }; search?: Record<string, string | number> } {
  const queue = QUEUES[kind];
  if (queue !== undefined) {
    return {
      to: queue,
      search: { status: ALL, ...(userId !== null && { userId: Number(userId) }), aberto: Number(id) },
    };
  }
  const page = PAGES[kind];
  return page === undefined
    ? { to: '/admin/itens', search: { busca: name, item: Number(id) } }
    : { to: page, params: { id } };
}
