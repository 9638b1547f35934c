import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';

export const FILTER_NAMES = ['action', 'entityType', 'entityId', 'actorId', 'userId', 'from', 'to'] as const;
export type AuditFilter = { [Name in (typeof FILTER_NAMES)[number]]?: string };

export interface AuditAddress {
  filter: AuditFilter;
  before: string | undefined;
  openKey: string | null;
  set: (change: { [Name in keyof AuditFilter]?: string | undefined }) => void;
  replace: (filter: AuditFilter) => void;
  walk: (before: string | undefined) => void;
  open: (key: string | null) => void;
  clear: () => void;
}

type Values = AuditFilter & { before?: string; aberto?: string };

export function useAuditAddress(): AuditAddress {
  const { filters, set, setBeside, replace, clear } = useAddressFilters<Values>();
  const filter: AuditFilter = {};
  // An address reads numbers where there are digits alone.
  for (const name of FILTER_NAMES) if (filters[name] !== undefined) filter[name] = String(filters[name]);
  const { before, aberto } = filters;
  return {
    filter,
    before: before === undefined ? undefined : String(before),
    openKey: aberto === undefined ? null : String(aberto),
    set: (change) => set({ ...change, aberto: undefined }),
    replace,
    walk: (next) => setBeside({ before: next, aberto: undefined }),
    open: (key) => setBeside({ aberto: key ?? undefined }),
    clear,
  };
}
