import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { AdminDeposit } from '../../../data/generated/api.ts';
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
import { DepositDrawer } from './DepositDrawer.tsx';
import { texts as ownTexts } from './texts.ts';
import { needsDecision, TONES } from './tones.ts';

/** The API has no such state; administrators come here for payments that wait for a decision. */
const TO_DECIDE = 'decidir';
const TABS = ['PENDING', 'CONFIRMED', 'REJECTED', 'EXPIRED'] as const;
const idOf = ({ id }: AdminDeposit) => id;

/** Money that came in by Pix: what waits for a decision, and everything else. */
export function DepositsPage() {
  const texts = useTexts(ownTexts);
  const { all } = useTexts(queueTexts);
  const columns = useColumns();
  const address = useQueueAddress(TO_DECIDE);
  const { status } = address;
  const query = {
    ...(status === TO_DECIDE && { needsDecision: true }),
    ...(status !== undefined && status !== TO_DECIDE && { status: status as AdminDeposit['status'] }),
    ...(address.userId !== undefined && { userId: address.userId }),
  };
  const from = address.before === undefined ? {} : { before: address.before };
  const list = useList('GET /admin/deposits', { query: { ...query, ...from } });
  return (
    <QueueScreen
      title={texts.title}
      queue="DEPOSITS"
      tabs={[
        { status: TO_DECIDE, label: texts.decide },
        ...TABS.map((each) => ({ status: each, label: texts.tabs[each] })),
        { status: ALL, label: all },
      ]}
      address={address}
      list={list}
      columns={columns}
      keyOf={idOf}
      csvName={texts.file}
      everyRow={(signal) =>
        everyPage((part) => call('GET /admin/deposits', { query: { ...query, ...part }, signal }), signal, idOf)
      }
      find={(id) => apiQuery('GET /admin/deposits/{id}', { params: { id } })}
      drawer={(row, given) => <DepositDrawer key={row.id} deposit={row} given={given} />}
    />
  );
}

function useColumns(): Column<AdminDeposit>[] {
  const texts = useTexts(ownTexts);
  const words = useTexts(queueTexts);
  const { money, decimal } = useFormat();
  const shared = useReviewColumns<AdminDeposit>({
    sumOf: ({ amountCents }) => money(amountCents),
    sumForFile: ({ amountCents }) => decimal(amountCents),
  });
  return [
    ...shared,
    { id: 'txid', header: texts.txid, cell: ({ txid }) => txid, csv: ({ txid }) => txid, isFileOnly: true },
    {
      id: 'status',
      header: words.status,
      cell: (deposit) => {
        if (deposit.risk.proposal !== null) return <StatusBadge tone="blue">{words.secondPerson}</StatusBadge>;
        if (needsDecision(deposit)) return <StatusBadge tone="amber">{texts.decide}</StatusBadge>;
        return <StatusBadge tone={TONES[deposit.status]}>{texts.statuses[deposit.status]}</StatusBadge>;
      },
      csv: ({ status }) => status,
      phone: 'hidden',
    },
  ];
}
