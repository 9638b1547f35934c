import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { WithdrawalSuspension } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import { RiskPanel } from '../../parts/RiskPanel.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { PersonCell } from '../../queues/PersonCell.tsx';
import { type QueueDrawer, QueueScreen } from '../../queues/QueueScreen.tsx';
import { RecentTransfers } from '../../queues/RecentTransfers.tsx';
import { RecordDrawer } from '../../queues/RecordDrawer.tsx';
import { Facts, RecordHead } from '../../queues/RecordHead.tsx';
import { queueTexts } from '../../queues/texts.ts';
import { ALL, useQueueAddress } from '../../queues/use-queue-address.ts';
import { texts as ownTexts } from './texts.ts';

const userOf = ({ userId }: WithdrawalSuspension) => userId;

export function SuspensionsPage() {
  const texts = useTexts(ownTexts);
  const columns = useColumns();
  const address = useQueueAddress(ALL);
  const page = Number(address.before ?? 1);
  const list = useList('GET /admin/skin-withdrawals/suspensions', { query: { page } });
  return (
    <QueueScreen
      title={texts.title}
      lead={texts.lead}
      tabs={[{ status: ALL, label: texts.active }]}
      address={address}
      list={list}
      columns={columns}
      keyOf={userOf}
      pages={list.data?.meta ?? null}
      csvName={texts.file}
      everyRow={(signal) =>
        everyPage((part) => call('GET /admin/skin-withdrawals/suspensions', { query: part, signal }), signal)
      }
      drawer={(row, given) => <SuspensionDrawer key={row.userId} suspension={row} given={given} />}
    />
  );
}

function useColumns(): Column<WithdrawalSuspension>[] {
  const texts = useTexts(ownTexts);
  const words = useTexts(queueTexts);
  const { ago } = useFormat();
  return [
    {
      id: 'user',
      header: words.user,
      cell: ({ username, userId }) => <PersonCell name={username} note={`#${userId}`} />,
      csv: ({ username }) => username,
      phone: 'title',
    },
    { id: 'reason', header: texts.reason, cell: ({ reason }) => reason, csv: ({ reason }) => reason, wraps: true },
    {
      id: 'since',
      header: texts.since,
      cell: ({ since }) => ago(since),
      csv: ({ since }) => since,
      phone: 'value',
    },
  ];
}

function SuspensionDrawer({ suspension, given }: { suspension: WithdrawalSuspension; given: QueueDrawer }) {
  const texts = useTexts(ownTexts);
  const { dateTime } = useFormat();
  const { userId, username, since, reason, withdrawalId } = suspension;
  const what = texts.what(username);
  const entity = { type: 'user', id: userId };
  const lift = (why: string) =>
    call('POST /admin/skin-withdrawals/suspensions/{userId}/lift', { params: { userId }, body: { reason: why } }).then(
      () => invalidate('GET /admin/skin-withdrawals/suspensions', 'GET /admin/users/{id}/risk'),
    );
  return (
    <RecordDrawer
      what={what}
      entity={entity}
      place={given.place}
      badge={<StatusBadge tone="red">{texts.badge}</StatusBadge>}
      onClose={given.close}
    >
      <RecordHead name={username} note={`#${userId}`} sum="" />
      <Facts
        facts={[
          [texts.reason, reason],
          [texts.since, dateTime(since)],
          [texts.withdrawal, `#${withdrawalId}`],
        ]}
      />
      <RiskPanel userId={userId} />
      <RecentTransfers userId={userId} />
      <DecisionForm
        ref={given.form}
        decisions={[
          { id: 'lift', label: texts.lift, shortcut: 'a', tone: 'go', effect: texts.effect(username), run: lift },
        ]}
        onDone={(decided) => given.decided({ ...decided, what, entity })}
      />
    </RecordDrawer>
  );
}
