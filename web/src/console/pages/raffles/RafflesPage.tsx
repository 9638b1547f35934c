import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { ListedRaffle, RaffleStatus } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
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
import { type Result, ResultLine } from '../../queues/ResultLine.tsx';
import { ProposedRaffleDrawer } from './ProposedRaffle.tsx';
import { RaffleDrawer } from './RaffleDrawer.tsx';
import { RaffleForm } from './RaffleForm.tsx';
import { RAFFLE_TONES } from './raffle.ts';
import classes from './raffles.module.css';
import { rafflePageTexts } from './texts.ts';

const ALL = 'todas';
const STATES = ['ACTIVE', 'DRAWING', 'COMPLETED', 'CANCELLED'] as const satisfies RaffleStatus[];
/** Raffles by state; one of them is opened beside the list, and new ones are made here. */
export function RafflesPage() {
  const texts = useTexts(rafflePageTexts);
  const { filters, page, set, setBeside, setPage } = useAddressFilters<{
    estado: string;
    aberta: string;
    proposta: string;
  }>();
  const [isMaking, setIsMaking] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const status = STATES.find((each) => each === filters.estado);
  const query = status === undefined ? {} : { status };
  const raffles = useList('GET /admin/raffles', { query: { ...query, page } });
  const openId = filters.aberta === undefined ? null : String(filters.aberta);
  const terms = filters.proposta;
  const columns = useColumns();
  return (
    <ConsolePage
      title={texts.title}
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => setIsMaking(true)}>
          {texts.make}
        </Button>
      }
    >
      <ResultLine result={result} />
      <QueryState query={raffles} loading={<Skeletons count={6} height={50} />}>
        {({ data, meta }) => (
          <DataTable
            label={texts.list}
            columns={columns}
            rows={data}
            isWaiting={raffles.isPlaceholderData}
            keyOf={({ id }) => id}
            selectedKey={openId}
            onOpen={({ id }) => setBeside({ aberta: id, proposta: undefined })}
            total={meta.total}
            csvName="rifas"
            everyRow={(signal) =>
              everyPage((part) => call('GET /admin/raffles', { query: { ...query, ...part }, signal }), signal)
            }
            empty={texts.none}
            filters={
              <QueueTabs
                label={texts.status}
                tabs={[
                  { status: ALL, label: texts.all },
                  ...STATES.map((each) => ({ status: each, label: texts.tabs[each] })),
                ]}
                current={status ?? ALL}
                onChoose={(next) => set({ estado: next === ALL ? undefined : next, aberta: undefined })}
              />
            }
            footer={<Pagination meta={meta} onPage={setPage} />}
          />
        )}
      </QueryState>
      {openId !== null && <RaffleDrawer key={openId} id={openId} onClose={() => setBeside({ aberta: undefined })} />}
      {openId === null && terms !== undefined && (
        <ProposedRaffleDrawer
          key={terms}
          id={String(terms)}
          onClose={() => setBeside({ proposta: undefined })}
          onMade={({ id }) => setBeside({ proposta: undefined, aberta: id })}
        />
      )}
      {isMaking && (
        <RaffleForm
          raffle={null}
          onClose={() => setIsMaking(false)}
          onSaved={({ id }) => {
            setIsMaking(false);
            setResult(null);
            setBeside({ aberta: id, proposta: undefined });
          }}
          onProposed={(proposed) => {
            setIsMaking(false);
            setResult(proposed);
          }}
        />
      )}
    </ConsolePage>
  );
}

function useColumns(): Column<ListedRaffle>[] {
  const texts = useTexts(rafflePageTexts);
  const { money, decimal, number, dateTime } = useFormat();
  return [
    {
      id: 'raffle',
      header: texts.raffle,
      phone: 'title',
      cell: ({ name, firstPrize }) => (
        <span className={classes.name}>
          <img src={firstPrize.imageUrl} alt="" loading="lazy" decoding="async" /> {name}
        </span>
      ),
      csv: ({ name }) => name,
    },
    {
      id: 'status',
      header: texts.status,
      cell: ({ status }) => <StatusBadge tone={RAFFLE_TONES[status]}>{texts.statuses[status]}</StatusBadge>,
      csv: ({ status }) => status,
    },
    {
      id: 'sold',
      header: texts.sold,
      align: 'right',
      cell: ({ ticketsSold, maxTickets }) => texts.soldOf(number(ticketsSold), number(maxTickets)),
      csv: ({ ticketsSold, maxTickets }) => `${ticketsSold}/${maxTickets}`,
    },
    {
      id: 'ticket',
      isForWide: true,
      header: texts.ticket,
      align: 'right',
      cell: ({ ticketPriceCents }) => money(ticketPriceCents),
      csv: ({ ticketPriceCents }) => decimal(ticketPriceCents),
    },
    {
      id: 'closes',
      isForWide: true,
      header: texts.closes,
      align: 'right',
      cell: ({ closesAt }) => (closesAt === null ? texts.whenSold : dateTime(closesAt)),
      csv: ({ closesAt }) => closesAt,
    },
    {
      id: 'prizes',
      header: texts.prizesValue,
      align: 'right',
      phone: 'value',
      cell: ({ prizesValueCents }) => money(prizesValueCents),
      csv: ({ prizesValueCents }) => decimal(prizesValueCents),
    },
  ];
}
