import { useQuery } from '@tanstack/react-query';
import type { Proposal } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import type { AuditEntity } from '../parts/audit-link.ts';

/** Finds the proposal for a record; null where there is none. */
export function useProposal({ type, id }: AuditEntity, action?: string): Proposal | null {
  // A record has few steps, each of which may be proposed.
  const query = { entityType: type, entityId: id, limit: 20 };
  // Another one may have taken its place: it is asked for whenever a record is opened.
  const { data } = useQuery({ ...apiQuery('GET /admin/proposals', { query }), staleTime: 0 });
  return data?.data.find((each) => action === undefined || each.action === action) ?? null;
}
