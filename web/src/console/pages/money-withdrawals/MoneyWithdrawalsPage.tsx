import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { MoneyWithdrawalStatus, ReviewedMoneyWithdrawal } from '../../../data/generated/api.ts';
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
import { texts as ownTexts } from './texts.ts';
import { TONES } from './tones.ts';
import { WithdrawalDrawer } from './WithdrawalDrawer.tsx';

const TABS = ['PENDING', 'APPROVED', 'COMPLETED', 'REJECTED'] as const;
const idOf = ({ id }: ReviewedMoneyWithdrawal) => id;

/** Money that players want out by Pix: approve, reject, and record what was paid by hand. */
export function MoneyWithdrawalsPage() {
  const texts = useTexts(ownTexts);
  const { all } = useTexts(queueTexts);
  const columns = useColumns();
  const address = useQueueAddress('PENDING');
  const query = {
    ...(address.status !== undefined && { status: address.status as MoneyWithdrawalStatus }),
    ...(address.userId !== undefined && { userId: address.userId }),
  };
  const from = address.before === undefined ? {} : { before: address.before };
  const list = useList('GET /admin/withdrawals', { query: { ...query, ...from } });
  return (
    <QueueScreen
      title={texts.title}
      queue="MONEY_WITHDRAWALS"
      tabs={[...TABS.map((status) => ({ status, label: texts.tabs[status] })), { status: ALL, label: all }]}
      address={address}
      list={list}
      columns={columns}
      keyOf={idOf}
      csvName={texts.file}
      everyRow={(signal) =>
        everyPage((part) => call('GET /admin/withdrawals', { query: { ...query, ...part }, signal }), signal, idOf)
      }
      find={(id) => apiQuery('GET /admin/withdrawals/{id}', { params: { id } })}
      drawer={(row, given) => <WithdrawalDrawer key={row.id} withdrawal={row} given={given} />}
    />
  );
}

function useColumns(): Column<ReviewedMoneyWithdrawal>[] {
  const texts = useTexts(ownTexts);
  const words = useTexts(queueTexts);
  const { money, decimal } = useFormat();
  const shared = useReviewColumns<ReviewedMoneyWithdrawal>({
    sumOf: ({ amountCents }) => money(amountCents),
    sumForFile: ({ amountCents }) => decimal(amountCents),
    sinceOf: ({ confirmedAt, createdAt }) => confirmedAt ?? createdAt,
  });
  return [
    ...shared,
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
