import { useQuery } from '@tanstack/react-query';
import type { Proposal } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import type { AuditEntity } from '../parts/audit-link.ts';

/** What somebody has proposed for a record and waits for a second administrator; null where nothing does. */
export function useProposal({ type, id }: AuditEntity): Proposal | null {
  const query = { entityType: type, entityId: id, limit: 1 };
  // Another one may have taken its place: it is asked for whenever a record is opened.
  const { data } = useQuery({ ...apiQuery('GET /admin/proposals', { query }), staleTime: 0 });
  return data?.data[0] ?? null;
}
