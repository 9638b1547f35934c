import { Select } from '@mantine/core';
import { call } from '../../../../data/api.ts';
import { everyPage } from '../../../../data/every-page.ts';
import type { TransferType, UserLedgerTransfer } from '../../../../data/generated/api.ts';
import { useFormat } from '../../../../shared/format/index.ts';
import { useAddressFilters } from '../../../../shared/lists/use-address-filters.ts';
import { Money } from '../../../../shared/parts/Money.tsx';
import { Skeletons } from '../../../../shared/states/Loading.tsx';
import { QueryState } from '../../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../../shared/texts/index.ts';
import { transferTypes } from '../../../../shared/texts/transfer-types.ts';
import { useList } from '../../../data/use-list.ts';
import { type Column, DataTable } from '../../../parts/DataTable.tsx';
import { WalkNav } from '../../../parts/WalkNav.tsx';
import { texts as ownTexts } from '../texts.ts';

const PAGE = 20;
const idOf = ({ id }: UserLedgerTransfer) => id;
const signedOf = ({ direction, amountCents }: UserLedgerTransfer) =>
  direction === 'DEBIT' ? `-${amountCents}` : amountCents;

export function LedgerTab({ userId, shown }: { userId: string; shown?: number }) {
  const texts = useTexts(ownTexts).ledger;
  const types = useTexts(transferTypes);
  const { filters, set, setBeside } = useAddressFilters<{ tipo: TransferType; before: string }>();
  const { tipo: type } = filters;
  const limit = shown ?? PAGE;
  const before = filters.before === undefined ? undefined : String(filters.before);
  const query = type === undefined ? {} : { type };
  const params = { userId };
  const list = useList('GET /admin/users/{userId}/transactions', {
    params,
    query: { ...query, limit, ...(before !== undefined && { before }) },
  });
  const filter = (
    <Select
      aria-label={texts.movement}
      placeholder={texts.anyType}
      clearable
      searchable
      w={240}
      data={Object.entries(types).map(([value, label]) => ({ value, label }))}
      value={type ?? null}
      onChange={(next) => set({ tipo: (next ?? undefined) as TransferType | undefined })}
    />
  );
  const columns = useColumns();
  return (
    <QueryState query={list} loading={<Skeletons count={6} height={44} />}>
      {({ data, meta }) => (
        <DataTable
          label={texts.title}
          columns={columns}
          rows={data}
          isWaiting={list.isPlaceholderData}
          keyOf={idOf}
          total={meta.total}
          csvName={texts.file(userId)}
          everyRow={(signal) =>
            everyPage(
              (part) =>
                call('GET /admin/users/{userId}/transactions', { params, query: { ...query, ...part }, signal }),
              signal,
              idOf,
            )
          }
          filters={filter}
          footer={
            <WalkNav
              before={before}
              next={meta.total > data.length && data.length === limit ? (data.at(-1)?.id ?? null) : null}
              onWalk={(next) => setBeside({ before: next })}
            />
          }
        />
      )}
    </QueryState>
  );
}

function useColumns(): Column<UserLedgerTransfer>[] {
  const texts = useTexts(ownTexts).ledger;
  const types = useTexts(transferTypes);
  const { dateTime, decimal } = useFormat();
  return [
    {
      id: 'movement',
      header: texts.movement,
      cell: ({ type, reason }) => <span title={reason}>{types[type]}</span>,
      csv: ({ type }) => types[type],
      phone: 'title',
    },
    {
      id: 'id',
      header: texts.id,
      cell: ({ id }) => <code>#{id}</code>,
      csv: idOf,
      phone: 'hidden',
    },
    {
      id: 'accounts',
      header: texts.accounts,
      cell: ({ debitAccount, creditAccount }) => `${texts.account[debitAccount]} → ${texts.account[creditAccount]}`,
      csv: ({ reason }) => reason,
      phone: 'hidden',
    },
    {
      id: 'when',
      header: texts.when,
      cell: ({ createdAt }) => dateTime(createdAt),
      csv: ({ createdAt }) => createdAt,
      phone: 'meta',
    },
    {
      id: 'amount',
      header: texts.amount,
      align: 'right',
      cell: (transfer) => <Money cents={signedOf(transfer)} signed />,
      csv: (transfer) => decimal(signedOf(transfer)),
      phone: 'value',
    },
    {
      id: 'balance',
      header: texts.balance,
      align: 'right',
      cell: ({ balanceAfterCents }) => <Money cents={balanceAfterCents} />,
      csv: ({ balanceAfterCents }) => decimal(balanceAfterCents),
    },
  ];
}
