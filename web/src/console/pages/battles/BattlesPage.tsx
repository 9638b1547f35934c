import { Select } from '@mantine/core';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import { battleTexts } from '../../../shared/battles/texts.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { QueueTabs } from '../../queues/QueueTabs.tsx';
import { BattleDrawer } from './BattleDrawer.tsx';
import { type ListedBattle, STATUS_TONES } from './battle.ts';
import classes from './battles.module.css';
import { battlePageTexts } from './texts.ts';

interface Filters {
  [name: string]: string | undefined;
  estado?: string | undefined;
  modo?: string | undefined;
  aberta?: string | undefined;
}

const ALL = 'todas';
const STATES = ['WAITING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;
const MODES = ['NORMAL', 'CRAZY', 'TERMINAL', 'SHARED'] as const;

/** Battles by state and mode; one of them is opened beside the list. */
export function BattlesPage() {
  const texts = useTexts(battlePageTexts);
  const { modes } = useTexts(battleTexts);
  const { filters, page, set, setBeside, setPage } = useAddressFilters<Filters>();
  const status = STATES.find((each) => each === filters.estado);
  const mode = MODES.find((each) => each === filters.modo);
  const query = { ...(status !== undefined && { status }), ...(mode !== undefined && { mode }) };
  const battles = useList('GET /admin/battles', { query: { ...query, page } });
  const openId = filters.aberta === undefined ? null : String(filters.aberta);
  const columns = useColumns();
  return (
    <ConsolePage title={texts.title}>
      <QueryState query={battles} loading={<Skeletons count={8} height={50} />}>
        {({ data, meta }) => (
          <DataTable
            label={texts.list}
            columns={columns}
            rows={data}
            isWaiting={battles.isPlaceholderData}
            keyOf={({ id }) => id}
            selectedKey={openId}
            onOpen={({ id }) => setBeside({ aberta: id })}
            total={meta.total}
            csvName="batalhas"
            everyRow={(signal) =>
              everyPage((part) => call('GET /admin/battles', { query: { ...query, ...part }, signal }), signal)
            }
            empty={texts.none}
            filters={
              <div className={classes.filters}>
                <QueueTabs
                  label={texts.status}
                  tabs={[
                    { status: ALL, label: texts.all },
                    ...STATES.map((each) => ({ status: each, label: texts.tabs[each] })),
                  ]}
                  current={status ?? ALL}
                  onChoose={(next) => set({ estado: next === ALL ? undefined : next, aberta: undefined })}
                />
                <Select
                  aria-label={texts.mode}
                  value={mode ?? ''}
                  allowDeselect={false}
                  data={[
                    { value: '', label: texts.everyMode },
                    ...MODES.map((each) => ({ value: each, label: modes[each] })),
                  ]}
                  onChange={(next) => set({ modo: next === '' || next === null ? undefined : next, aberta: undefined })}
                />
              </div>
            }
            footer={<Pagination meta={meta} onPage={setPage} />}
          />
        )}
      </QueryState>
      {openId !== null && <BattleDrawer key={openId} id={openId} onClose={() => setBeside({ aberta: undefined })} />}
    </ConsolePage>
  );
}

function useColumns(): Column<ListedBattle>[] {
  const texts = useTexts(battlePageTexts);
  const { modes } = useTexts(battleTexts);
  const { money, decimal, number, ago } = useFormat();
  return [
    {
      id: 'battle',
      header: texts.battle,
      phone: 'title',
      cell: ({ id, mode, isPrivate }) => (
        <span className={classes.name}>
          <strong>
            #{id} · {modes[mode]}
          </strong>
          {isPrivate && <small>{texts.private}</small>}
        </span>
      ),
      csv: ({ id }) => id,
    },
    { id: 'mode', header: texts.mode, isFileOnly: true, cell: () => null, csv: ({ mode }) => mode },
    {
      id: 'status',
      header: texts.status,
      cell: ({ status, isPaused }) => (
        <span className={classes.states}>
          <StatusBadge tone={STATUS_TONES[status]}>{texts.statuses[status]}</StatusBadge>
          {isPaused && <StatusBadge tone="amber">{texts.paused}</StatusBadge>}
        </span>
      ),
      csv: ({ status }) => status,
    },
    {
      id: 'seats',
      header: texts.seats,
      cell: ({ seats, seatCount }) => texts.taken(number(seats.length), number(seatCount)),
      csv: ({ seats, seatCount }) => `${seats.length}/${seatCount}`,
    },
    {
      id: 'rounds',
      header: texts.rounds,
      align: 'right',
      cell: ({ cases }) => number(cases.length),
      csv: ({ cases }) => cases.length,
    },
    {
      id: 'created',
      header: texts.created,
      align: 'right',
      cell: ({ createdAt }) => ago(createdAt),
      csv: ({ createdAt }) => createdAt,
    },
    {
      id: 'entry',
      header: texts.entry,
      align: 'right',
      phone: 'value',
      cell: ({ entryPriceCents }) => money(entryPriceCents),
      csv: ({ entryPriceCents }) => decimal(entryPriceCents),
    },
  ];
}
