import { useLocation, useNavigate } from '@tanstack/react-router';

/** These values stand behind the `?` of the address. */
export type AddressValues = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Filters, sorting and page of a list stand in the address, so that a reload, a link and the back button keep them.
 * Setting any of them but the page goes back to the first page; `undefined` takes one out.
 */
export function useAddressFilters<Filters extends AddressValues>(): {
  filters: Partial<Filters>;
  page: number;
  /** An undefined value is removed from the address. */
  set: (change: { [Name in keyof Filters]?: Filters[Name] | undefined }) => void;
  setPage: (page: number) => void;
  /** Sets an entry to look at, or to start from; the list stays where it is. */
  setBeside: (change: AddressValues) => void;
  /** Replaces all values by these. */
  replace: (filters: Partial<Filters>) => void;
  clear: () => void;
} {
  const search = useLocation().search as Partial<Filters> & { page?: number };
  const navigate = useNavigate();
  const go = (next: AddressValues) =>
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
  return {
    filters: search,
    page: Number(search.page ?? 1),
    set: (change) => go({ ...search, before: undefined, ...change, page: undefined }),
    setPage: (page) => go({ ...search, page: page === 1 ? undefined : page }),
    setBeside: (change) => go({ ...search, ...change }),
    replace: go,
    clear: () => go({}),
  };
}
