import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { ListedOrder } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { PersonCell } from '../../queues/PersonCell.tsx';
import { QueueScreen } from '../../queues/QueueScreen.tsx';
import { queueTexts } from '../../queues/texts.ts';
import { ALL, useQueueAddress } from '../../queues/use-queue-address.ts';
import { OrderBadge } from './OrderBadge.tsx';
import { OrderDrawer } from './OrderDrawer.tsx';
import { texts as ownTexts } from './texts.ts';

const OPEN = 'abertas';
const idOf = ({ id }: ListedOrder) => id;

/** Open orders are listed with the stuck ones first, and each can be ended. */
export function OrdersPage() {
  const texts = useTexts(ownTexts);
  const columns = useColumns();
  const address = useQueueAddress(OPEN);
  const query = address.status === undefined ? { isOpen: false } : {};
  const from = address.before === undefined ? {} : { before: address.before };
  const list = useList('GET /admin/orders', { query: { ...query, ...from } });
  return (
    <QueueScreen
      title={texts.title}
      queue="ORDERS"
      lead={texts.lead}
      tabs={[
        { status: OPEN, label: texts.open },
        { status: ALL, label: texts.settledTab },
      ]}
      address={address}
      list={list}
      columns={columns}
      keyOf={idOf}
      csvName={texts.file}
      everyRow={(signal) =>
        everyPage((part) => call('GET /admin/orders', { query: { ...query, ...part }, signal }), signal, idOf)
      }
      find={(id) => apiQuery('GET /admin/orders/{id}', { params: { id } })}
      drawer={(row, given) => <OrderDrawer key={row.id} order={row} given={given} />}
    />
  );
}

function useColumns(): Column<ListedOrder>[] {
  const texts = useTexts(ownTexts);
  const words = useTexts(queueTexts);
  const { ago, money, decimal } = useFormat();
  const kindOf = ({ kind }: ListedOrder) => texts.kinds[kind as keyof typeof texts.kinds] ?? kind;
  return [
    {
      id: 'user',
      header: words.user,
      cell: ({ id, username }) => <PersonCell name={username ?? texts.nobody} note={`#${id}`} />,
      csv: ({ username }) => username,
      phone: 'title',
    },
    { id: 'id', header: words.number, cell: idOf, csv: idOf, isFileOnly: true },
    { id: 'kind', header: texts.kind, cell: kindOf, csv: ({ kind }) => kind, phone: 'meta' },
    {
      id: 'project',
      header: texts.project,
      cell: ({ projectId }) => projectId,
      csv: ({ projectId }) => projectId,
      isFileOnly: true,
    },
    {
      id: 'sum',
      header: words.sum,
      align: 'right',
      cell: ({ amountCents }) => (amountCents === null ? texts.nobody : money(amountCents)),
      csv: ({ amountCents }) => (amountCents === null ? '' : decimal(amountCents)),
      phone: 'value',
    },
    {
      id: 'sent',
      header: texts.sent,
      cell: ({ sentAt, requestedAt }) => ago(sentAt ?? requestedAt),
      csv: ({ sentAt }) => sentAt,
      phone: 'meta',
    },
    {
      id: 'status',
      header: words.status,
      cell: (order) => <OrderBadge order={order} />,
      csv: ({ status }) => status,
      phone: 'value',
    },
  ];
}
