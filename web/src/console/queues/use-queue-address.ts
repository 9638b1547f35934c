import { useAddressFilters } from '../../shared/lists/use-address-filters.ts';

/** Where one is in a queue, as the address says: which of its records, from which on, and which one is open. */
export interface QueueAddress {
  /** Undefined for all of them. */
  status: string | undefined;
  before: string | undefined;
  openKey: string | null;
  /** Only the records of one user. */
  userId: string | undefined;
  forgetUser: () => void;
  setStatus: (status: string) => void;
  walk: (before: string | undefined) => void;
  open: (key: string | null) => void;
}

export const ALL = 'todos';

export function useQueueAddress(firstStatus: string): QueueAddress {
  const { filters, set, setBeside } = useAddressFilters<{
    status: string;
    before: string;
    aberto: string;
    userId: string;
  }>();
  const { status = firstStatus, before, aberto, userId } = filters;
  return {
    status: status === ALL ? undefined : status,
    before: before === undefined ? undefined : String(before),
    userId: userId === undefined ? undefined : String(userId),
    forgetUser: () => set({ userId: undefined }),
    openKey: aberto === undefined ? null : String(aberto),
    setStatus: (next) => set({ status: next === firstStatus ? undefined : next, aberto: undefined }),
    walk: (next) => setBeside({ before: numberOf(next), aberto: undefined }),
    open: (key) => setBeside({ aberto: numberOf(key) }),
  };
}

/** Keys are numbers, and stand in the address without the quotes that a text would have. */
const numberOf = (key: string | null | undefined) => (key === null || key === undefined ? undefined : Number(key));
