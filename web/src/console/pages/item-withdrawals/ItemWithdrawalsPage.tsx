import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { AdminItemWithdrawal } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { QueueScreen } from '../../queues/QueueScreen.tsx';
import { queueTexts } from '../../queues/texts.ts';
import { ALL, useQueueAddress } from '../../queues/use-queue-address.ts';
import { useReviewColumns } from '../../queues/use-review-columns.tsx';
import { ItemDrawer } from './ItemDrawer.tsx';
import { texts as ownTexts } from './texts.ts';
import { TONES } from './tones.ts';

const TABS = ['PENDING_APPROVAL', 'WAITING_SELLER', 'TRADE_SENT', 'COMPLETED', 'FAILED'] as const;
const idOf = ({ id }: AdminItemWithdrawal) => id;

/** Items that players want on their Steam account: what waits for a decision, and where the others are. */
export function ItemWithdrawalsPage() {
  const texts = useTexts(ownTexts);
  const { all } = useTexts(queueTexts);
  const columns = useColumns();
  const address = useQueueAddress('PENDING_APPROVAL');
  const query = {
    ...(address.status !== undefined && { status: address.status as AdminItemWithdrawal['status'] }),
    ...(address.userId !== undefined && { userId: address.userId }),
  };
  const from = address.before === undefined ? {} : { before: address.before };
  const list = useList('GET /admin/skin-withdrawals', { query: { ...query, ...from } });
  return (
    <QueueScreen
      title={texts.title}
      queue="ITEM_WITHDRAWALS"
      tabs={[...TABS.map((status) => ({ status, label: texts.tabs[status] })), { status: ALL, label: all }]}
      address={address}
      list={list}
      columns={columns}
      keyOf={idOf}
      csvName={texts.file}
      everyRow={(signal) =>
        everyPage((part) => call('GET /admin/skin-withdrawals', { query: { ...query, ...part }, signal }), signal, idOf)
      }
      find={(id) => apiQuery('GET /admin/skin-withdrawals/{id}', { params: { id } })}
      drawer={(row, given) => <ItemDrawer key={row.id} withdrawal={row} given={given} />}
    />
  );
}

function useColumns(): Column<AdminItemWithdrawal>[] {
  const texts = useTexts(ownTexts);
  const words = useTexts(queueTexts);
  const { dollars, decimal } = useFormat();
  const shared = useReviewColumns<AdminItemWithdrawal>({
    sumOf: ({ skinValueUsdCents }) => dollars(skinValueUsdCents),
    sumForFile: ({ skinValueUsdCents }) => decimal(skinValueUsdCents),
    noteOf: ({ itemName }) => itemName,
  });
  return [
    ...shared,
    {
      id: 'item',
      header: texts.item,
      cell: ({ itemName }) => itemName,
      csv: ({ itemName }) => itemName,
      isFileOnly: true,
    },
    {
      id: 'status',
      header: words.status,
      cell: ({ status, risk: { proposal } }) =>
        proposal === null ? (
          <StatusBadge tone={TONES[status]}>{texts.statuses[status]}</StatusBadge>
        ) : (
          <StatusBadge tone="blue">{words.secondPerson}</StatusBadge>
        ),
      csv: ({ status }) => status,
      phone: 'hidden',
    },
  ];
}
