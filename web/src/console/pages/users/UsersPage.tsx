import { Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { ListedUser, UserRole, UserStatus } from '../../../data/generated/api.ts';
import { FilterChip } from '../../../shared/lists/FilterChip.tsx';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { SearchBox } from '../../../shared/lists/SearchBox.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { userWords } from '../../user-words.ts';
import { texts as ownTexts } from './texts.ts';
import { useColumns } from './use-columns.tsx';

interface Filters extends Record<string, string | undefined> {
  search: string;
  status: UserStatus;
  role: UserRole;
}

const STATUSES: readonly UserStatus[] = ['ACTIVE', 'SUSPENDED', 'BANNED', 'CLOSED'];
const ROLES: readonly UserRole[] = ['USER', 'ADMIN'];
const idOf = ({ id }: ListedUser) => id;

/** Everybody with an account, found by name, number or Steam id. */
export function UsersPage() {
  const texts = useTexts(ownTexts);
  const navigate = useNavigate();
  const { page, setPage } = useAddressFilters<Filters>();
  const query = useUserQuery();
  const list = useList('GET /admin/users', { query: { ...query, page, limit: 20 } });
  const columns = useColumns();
  return (
    <ConsolePage title={texts.title} actions={<UserFilters />}>
      <QueryState query={list} loading={<Skeletons count={8} height={48} />}>
        {({ data, meta }) => (
          <DataTable
            label={texts.title}
            columns={columns}
            rows={data}
            isWaiting={list.isPlaceholderData}
            keyOf={idOf}
            onOpen={({ id }) => void navigate({ to: '/admin/usuarios/$id', params: { id } })}
            total={meta.total}
            csvName={texts.file}
            everyRow={(signal) =>
              everyPage((part) => call('GET /admin/users', { query: { ...query, ...part }, signal }), signal)
            }
            filters={<Chips />}
            empty={texts.none}
            footer={<Pagination meta={meta} onPage={setPage} />}
          />
        )}
      </QueryState>
    </ConsolePage>
  );
}

function useUserQuery() {
  const { search, status, role } = useAddressFilters<Filters>().filters;
  return {
    ...(search !== undefined && { search: String(search) }),
    ...(status !== undefined && { status }),
    ...(role !== undefined && { role }),
  };
}

function UserFilters() {
  const texts = useTexts(ownTexts);
  const words = useTexts(userWords);
  const { filters, set } = useAddressFilters<Filters>();
  return (
    <>
      <SearchBox
        key={filters.search === undefined ? 'none' : 'some'}
        label={texts.search}
        value={filters.search === undefined ? '' : String(filters.search)}
        onSearch={(search) => set({ search: search === '' ? undefined : search })}
      />
      <Select
        aria-label={texts.status}
        placeholder={texts.anyStatus}
        clearable
        w={170}
        data={STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
        value={filters.status ?? null}
        onChange={(status) => set({ status: (status ?? undefined) as UserStatus | undefined })}
      />
      <Select
        aria-label={texts.role}
        placeholder={texts.anyRole}
        clearable
        w={170}
        data={ROLES.map((value) => ({ value, label: words.roles[value] }))}
        value={filters.role ?? null}
        onChange={(role) => set({ role: (role ?? undefined) as UserRole | undefined })}
      />
    </>
  );
}

function Chips() {
  const texts = useTexts(ownTexts);
  const words = useTexts(userWords);
  const { filters, set } = useAddressFilters<Filters>();
  const { search, status, role } = filters;
  return (
    <>
      {search !== undefined && (
        <FilterChip label={texts.searchChip(String(search))} onRemove={() => set({ search: undefined })} />
      )}
      {status !== undefined && (
        <FilterChip label={words.statuses[status]} onRemove={() => set({ status: undefined })} />
      )}
      {role !== undefined && <FilterChip label={words.roles[role]} onRemove={() => set({ role: undefined })} />}
    </>
  );
}
