import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { AdminEvent, EventStatus } from '../../../data/generated/api.ts';
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
import { QueueTabs } from '../../queues/QueueTabs.tsx';
import { EventDrawer } from './EventDrawer.tsx';
import { EventForm } from './EventForm.tsx';
import { EventState } from './EventState.tsx';
import classes from './events.module.css';
import { eventPageTexts } from './texts.ts';

const ALL = 'todos';
const STATES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const satisfies EventStatus[];

/** Events by state; one of them is opened beside the list, and new ones are made here. */
export function EventsPage() {
  const texts = useTexts(eventPageTexts);
  const { filters, page, set, setBeside, setPage } = useAddressFilters<{ estado: string; aberto: string }>();
  const [isMaking, setIsMaking] = useState(false);
  const status = STATES.find((each) => each === filters.estado);
  const query = status === undefined ? {} : { status };
  const events = useList('GET /admin/events', { query: { ...query, page } });
  const openId = filters.aberto === undefined ? null : String(filters.aberto);
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
      <QueryState query={events} loading={<Skeletons count={6} height={50} />}>
        {({ data, meta }) => (
          <DataTable
            label={texts.list}
            columns={columns}
            rows={data}
            isWaiting={events.isPlaceholderData}
            keyOf={({ id }) => id}
            selectedKey={openId}
            onOpen={({ id }) => setBeside({ aberto: id })}
            total={meta.total}
            csvName="eventos"
            everyRow={(signal) =>
              everyPage((part) => call('GET /admin/events', { query: { ...query, ...part }, signal }), signal)
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
                onChoose={(next) => set({ estado: next === ALL ? undefined : next, aberto: undefined })}
              />
            }
            footer={<Pagination meta={meta} onPage={setPage} />}
          />
        )}
      </QueryState>
      {openId !== null && <EventDrawer key={openId} id={openId} onClose={() => setBeside({ aberto: undefined })} />}
      {isMaking && (
        <EventForm
          event={null}
          onClose={() => setIsMaking(false)}
          onSaved={({ id }) => {
            setIsMaking(false);
            setBeside({ aberto: id });
          }}
        />
      )}
    </ConsolePage>
  );
}

function useColumns(): Column<AdminEvent>[] {
  const texts = useTexts(eventPageTexts);
  const { number, dateTime } = useFormat();
  return [
    {
      id: 'event',
      header: texts.event,
      phone: 'title',
      cell: ({ name, imageUrl }) => (
        <span className={classes.name}>
          <img src={imageUrl} alt="" loading="lazy" decoding="async" /> {name}
        </span>
      ),
      csv: ({ name }) => name,
    },
    { id: 'status', header: texts.status, cell: (event) => <EventState event={event} />, csv: ({ status }) => status },
    {
      id: 'points',
      isForWide: true,
      header: texts.points,
      align: 'right',
      cell: ({ pointsPerReal }) => number(pointsPerReal),
      csv: ({ pointsPerReal }) => pointsPerReal,
    },
    {
      id: 'tickets',
      isForWide: true,
      header: texts.tickets,
      align: 'right',
      cell: ({ ticketsPerReal }) => number(ticketsPerReal),
      csv: ({ ticketsPerReal }) => ticketsPerReal,
    },
    {
      id: 'starts',
      header: texts.starts,
      align: 'right',
      cell: ({ startsAt }) => dateTime(startsAt),
      csv: ({ startsAt }) => startsAt,
    },
    {
      id: 'ends',
      header: texts.ends,
      align: 'right',
      phone: 'value',
      cell: ({ endsAt }) => dateTime(endsAt),
      csv: ({ endsAt }) => endsAt,
    },
  ];
}
