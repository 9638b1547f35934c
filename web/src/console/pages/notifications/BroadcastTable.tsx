import { Progress } from '@mantine/core';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { Broadcast } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { AuditLink } from '../../parts/AuditLink.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { WalkNav } from '../../parts/WalkNav.tsx';
import classes from './notifications.module.css';
import { texts as ownTexts } from './texts.ts';

const PAGE = 20;
const LOOK_MS = 1_000;
const idOf = ({ id }: Broadcast) => id;

/** The newest comes first; one that is under way is refreshed until it has arrived. */
export function BroadcastTable() {
  const texts = useTexts(ownTexts);
  const columns = useColumns();
  const { filters, setBeside } = useAddressFilters<{ before: string }>();
  const before = filters.before === undefined ? undefined : String(filters.before);
  const list = useList(
    'GET /admin/notifications',
    { query: { limit: PAGE, ...(before !== undefined && { before }) } },
    {
      refetchInterval: ({ state }) =>
        state.data?.data.some(({ finishedAt }) => finishedAt === null) ? LOOK_MS : false,
    },
  );
  const rows = list.data?.data ?? [];
  return (
    <QueryState query={list} loading={<Skeletons count={3} height={56} />}>
      {({ meta }) => (
        <DataTable
          label={texts.past}
          columns={columns}
          rows={rows}
          isWaiting={list.isPlaceholderData}
          keyOf={idOf}
          total={meta.total}
          csvName={texts.file}
          everyRow={(signal) =>
            everyPage((part) => call('GET /admin/notifications', { query: part, signal }), signal, idOf)
          }
          filters={<h2 className={classes.past}>{texts.past}</h2>}
          empty={texts.none}
          footer={
            <WalkNav
              before={before}
              next={rows.length < PAGE ? null : (rows.at(-1)?.id ?? null)}
              onWalk={(next) => setBeside({ before: next })}
            />
          }
        />
      )}
    </QueryState>
  );
}

function useColumns(): Column<Broadcast>[] {
  const texts = useTexts(ownTexts);
  const { dateTime } = useFormat();
  return [
    {
      id: 'title',
      header: texts.heading,
      cell: ({ title, message }) => (
        <span className={classes.words}>
          <strong>{title}</strong>
          <small>{message}</small>
        </span>
      ),
      csv: ({ title }) => title,
      phone: 'title',
    },
    { id: 'message', header: texts.message, cell: () => null, csv: ({ message }) => message, isFileOnly: true },
    { id: 'type', header: texts.type, cell: ({ type }) => texts.types[type], csv: ({ type }) => type },
    { id: 'when', header: texts.when, cell: ({ createdAt }) => dateTime(createdAt), csv: ({ createdAt }) => createdAt },
    { id: 'who', header: texts.who, cell: ({ creatorName }) => creatorName, csv: ({ creatorName }) => creatorName },
    {
      id: 'reason',
      header: texts.reason,
      cell: ({ id, reason }) => (
        <span className={classes.words}>
          <span lang="">{reason}</span>
          <AuditLink entity={{ type: 'broadcast', id }} isShort />
        </span>
      ),
      csv: ({ reason }) => reason,
    },
    {
      id: 'status',
      header: texts.status,
      cell: ({ finishedAt }) => (
        <StatusBadge tone={finishedAt === null ? 'amber' : 'accent'}>
          {finishedAt === null ? texts.sending : texts.done}
        </StatusBadge>
      ),
      csv: ({ finishedAt }) => finishedAt,
    },
    {
      id: 'progress',
      header: texts.progress,
      align: 'right',
      cell: (broadcast) => <Delivered broadcast={broadcast} />,
      csv: ({ sent }) => sent,
      phone: 'value',
    },
  ];
}

function Delivered({ broadcast: { sent, recipients, finishedAt } }: { broadcast: Broadcast }) {
  const texts = useTexts(ownTexts);
  const { number } = useFormat();
  const label = texts.delivered(number(sent), number(recipients));
  if (finishedAt !== null) return label;
  return (
    <span className={classes.progress}>
      {label}
      <Progress value={recipients === 0 ? 0 : (100 * sent) / recipients} size="sm" aria-label={texts.progress} />
    </span>
  );
}
