import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { Suspicion, SuspicionState } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { riskTexts } from '../../parts/risk-texts.ts';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { PersonCell } from '../../queues/PersonCell.tsx';
import { QueueScreen } from '../../queues/QueueScreen.tsx';
import { queueTexts } from '../../queues/texts.ts';
import { useQueueAddress } from '../../queues/use-queue-address.ts';
import { STATE_TONES, useMeasure } from './measure.ts';
import { SuspicionDrawer } from './SuspicionDrawer.tsx';
import { texts as ownTexts } from './texts.ts';

const TABS: readonly SuspicionState[] = ['OPEN', 'REVIEWED', 'OVER'];
const idOf = ({ id }: Suspicion) => id;

export function SuspectsPage() {
  const texts = useTexts(ownTexts);
  const address = useQueueAddress('OPEN');
  const query = { state: (address.status ?? 'OPEN') as SuspicionState };
  const page = Number(address.before ?? 1);
  const list = useList('GET /admin/fraud/suspects', { query: { ...query, page } });
  return (
    <QueueScreen
      title={texts.title}
      queue="SUSPECTS"
      tabs={TABS.map((status) => ({ status, label: texts.tabs[status] }))}
      address={address}
      list={list}
      columns={useColumns()}
      keyOf={idOf}
      pages={list.data?.meta ?? null}
      csvName={texts.file}
      everyRow={(signal) =>
        everyPage((part) => call('GET /admin/fraud/suspects', { query: { ...query, ...part }, signal }), signal)
      }
      drawer={(row, given) => <SuspicionDrawer key={row.id} suspicion={row} given={given} />}
    />
  );
}

function useColumns(): Column<Suspicion>[] {
  const texts = useTexts(ownTexts);
  const words = useTexts(queueTexts);
  const { reasons } = useTexts(riskTexts);
  const { ago } = useFormat();
  const measureOf = useMeasure();
  return [
    {
      id: 'user',
      header: words.user,
      cell: ({ username, userId }) => <PersonCell name={username} note={`#${userId}`} />,
      csv: ({ username }) => username,
      phone: 'title',
    },
    {
      id: 'reason',
      header: texts.reason,
      cell: ({ reason }) => reasons[reason],
      csv: ({ reason }) => reason,
      phone: 'value',
    },
    { id: 'figures', header: texts.figures, cell: measureOf, csv: measureOf, wraps: true, phone: 'meta' },
    {
      id: 'opened',
      header: texts.opened,
      cell: ({ openedAt }) => ago(openedAt),
      csv: ({ openedAt }) => openedAt,
      phone: 'value',
    },
    {
      id: 'state',
      header: words.status,
      cell: ({ state }) => <StatusBadge tone={STATE_TONES[state]}>{texts.states[state]}</StatusBadge>,
      csv: ({ state }) => state,
      phone: 'hidden',
    },
  ];
}
