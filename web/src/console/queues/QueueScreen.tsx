import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { isApiError } from '../../data/api-error.ts';
import type { ListPage } from '../../data/every-page.ts';
import type { QueueName } from '../../data/generated/api.ts';
import { invalidate } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { FilterChip } from '../../shared/lists/FilterChip.tsx';
import { Pagination } from '../../shared/lists/Pagination.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { ConsolePage } from '../parts/ConsolePage.tsx';
import { type Column, DataTable } from '../parts/DataTable.tsx';
import type { DecisionFormHandle } from '../parts/decision.types.ts';
import { KeyHints } from '../parts/KeyHints.tsx';
import { partTexts } from '../parts/texts.ts';
import { useQueueKeys } from '../parts/use-queue-keys.ts';
import { WalkNav } from '../parts/WalkNav.tsx';
import { isWhole, type OpenedRow, openedRowOf } from './opened-row.ts';
import { type QueueTab, QueueTabs } from './QueueTabs.tsx';
import { type Result, ResultLine } from './ResultLine.tsx';
import { useCounts } from './use-counts.ts';
import { ALL, type QueueAddress } from './use-queue-address.ts';

const PAGE = 20;
const NO_KEYS: readonly string[] = [];
const NO_RECORD = { queryKey: ['no record'], queryFn: () => Promise.reject(new Error('no record is asked for')) };

export interface QueueDrawer {
  /** `1 de 7`. */
  place: string;
  form: RefObject<DecisionFormHandle | null>;
  close: () => void;
  /** Says what was done, and opens the next record. */
  decided: (result: Result) => void;
}

/** A queue has a list, the drawer of the chosen row, and keys. */
export function QueueScreen<Row>({
  title,
  lead,
  queue: queueName,
  tabs,
  address,
  list,
  columns,
  keyOf,
  csvName,
  everyRow,
  pages = null,
  drawer,
  find,
}: {
  title: string;
  lead?: ReactNode;
  queue?: QueueName;
  tabs: readonly QueueTab[];
  address: QueueAddress;
  list: UseQueryResult<ListPage<Row>>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  csvName: string;
  everyRow: (signal: AbortSignal) => AsyncIterable<ListPage<Row>>;
  /** In a list with pages `before` of the address is its page. */
  pages?: { page: number; limit: number; total: number } | null;
  drawer: (row: Row, given: QueueDrawer) => ReactNode;
  /** How a record is asked for that the address names and this part of the list does not have. */
  find?: (key: string) => UseQueryOptions<Row>;
}) {
  const texts = useTexts(partTexts);
  const { number } = useFormat();
  const { waiting, counted } = useCounts(queueName, tabs);
  const form = useRef<DecisionFormHandle>(null);
  const [result, setResult] = useState<Result | null>(null);
  const rows = list.data?.data ?? [];
  const keys = rows.map(keyOf);
  const { openKey, open } = address;
  useQueueKeys({
    keys: list.isPlaceholderData ? NO_KEYS : keys,
    selectedKey: openKey,
    onSelect: open,
    onChoose: (shortcut) => form.current?.choose(shortcut),
  });
  const at = openKey === null ? -1 : keys.indexOf(openKey);
  const opened = useOpenedRow({ address, list, row: rows[at], find });
  const given: QueueDrawer = {
    place: at === -1 ? '' : texts.place(number(at + 1), number(rows.length)),
    form,
    close: () => open(null),
    decided: (next) => {
      setResult(next);
      if (next.isProposal) void invalidate('GET /admin/proposals');
      open(next.isProposal ? openKey : (keys[at + 1] ?? keys[at - 1] ?? null));
    },
  };
  const hasMore = (list.data?.meta.total ?? 0) > rows.length && rows.length >= PAGE;
  return (
    <ConsolePage title={title} lead={lead ?? waiting}>
      <QueryState query={list} loading={<Skeletons count={6} height={48} />}>
        {({ meta }) => (
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            isWaiting={list.isPlaceholderData}
            keyOf={keyOf}
            selectedKey={openKey}
            onOpen={(row) => open(keyOf(row))}
            total={meta.total}
            csvName={csvName}
            everyRow={everyRow}
            filters={
              <>
                <QueueTabs label={title} tabs={counted} current={address.status ?? ALL} onChoose={address.setStatus} />
                {address.userId !== undefined && (
                  <FilterChip label={texts.ofUser(address.userId)} onRemove={address.forgetUser} />
                )}
              </>
            }
            footer={
              <>
                {pages === null ? (
                  <WalkNav
                    before={address.before}
                    next={hasMore ? (keys.at(-1) ?? null) : null}
                    onWalk={address.walk}
                  />
                ) : (
                  <Pagination meta={pages} onPage={(page) => address.walk(page === 1 ? undefined : String(page))} />
                )}
                <KeyHints />
              </>
            }
          />
        )}
      </QueryState>
      <ResultLine result={result} />
      {opened !== null && drawer(opened.row, given)}
    </ConsolePage>
  );
}

/** The row that the address names: of the list, or asked for where the list does not have it, or as it was last seen. */
function useOpenedRow<Row>({
  address: { openKey, before: from },
  list: { data, isSuccess, isPlaceholderData },
  row,
  find,
}: {
  address: QueueAddress;
  list: UseQueryResult<ListPage<Row>>;
  row: Row | undefined;
  find: ((key: string) => UseQueryOptions<Row>) | undefined;
}): OpenedRow<Row> | null {
  const isMissing = openKey !== null && isSuccess && !isPlaceholderData && row === undefined;
  const isAsked = isMissing && find !== undefined;
  const asked = useQuery<Row>(isAsked ? find(openKey) : { ...NO_RECORD, enabled: false });
  const isUnknown = isAsked && isApiError(asked.error) && asked.error.status === 404;
  const hasLeft = isMissing && !isAsked && isWhole(data.data.length, data.meta.total, from);
  const [before, setBefore] = useState<OpenedRow<Row> | null>(null);
  const opened = openedRowOf(openKey, {
    seen: row ?? (isAsked ? asked.data : undefined),
    isGone: isUnknown || hasLeft,
    before,
  });
  if (opened !== before) setBefore(opened);
  return opened;
}
