import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { UndeliveredSiteSwap } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Money } from '../../../shared/parts/Money.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { PersonCell } from '../../queues/PersonCell.tsx';
import { QueueScreen } from '../../queues/QueueScreen.tsx';
import { queueTexts } from '../../queues/texts.ts';
import { ALL, useQueueAddress } from '../../queues/use-queue-address.ts';
import { SiteSwapDrawer } from './SiteSwapDrawer.tsx';
import { texts as ownTexts } from './texts.ts';

const TO_DECIDE = 'decidir';
const idOf = ({ id }: UndeliveredSiteSwap) => id;

/** Site swaps whose purchase never arrived: the item is taken back, or left. */
export function SiteSwapsPage() {
  const texts = useTexts(ownTexts);
  const { all } = useTexts(queueTexts);
  const columns = useColumns();
  const address = useQueueAddress(TO_DECIDE);
  const query = {
    ...(address.status !== undefined && { needsDecision: true }),
    ...(address.userId !== undefined && { userId: address.userId }),
  };
  const from = address.before === undefined ? {} : { before: address.before };
  const list = useList('GET /admin/site-swaps/undelivered', { query: { ...query, ...from } });
  return (
    <QueueScreen
      title={texts.title}
      queue="SITE_SWAPS"
      tabs={[
        { status: TO_DECIDE, label: texts.decide },
        { status: ALL, label: all },
      ]}
      address={address}
      list={list}
      columns={columns}
      keyOf={idOf}
      csvName={texts.file}
      everyRow={(signal) =>
        everyPage(
          (part) => call('GET /admin/site-swaps/undelivered', { query: { ...query, ...part }, signal }),
          signal,
          idOf,
        )
      }
      drawer={(row, given) => <SiteSwapDrawer key={row.id} swap={row} given={given} />}
    />
  );
}

function useColumns(): Column<UndeliveredSiteSwap>[] {
  const texts = useTexts(ownTexts);
  const words = useTexts(queueTexts);
  const { ago, decimal } = useFormat();
  return [
    {
      id: 'user',
      header: words.user,
      cell: ({ username, targetName }) => <PersonCell name={username} note={targetName} />,
      csv: ({ username }) => username,
      phone: 'title',
    },
    { id: 'id', header: words.number, cell: idOf, csv: idOf, isFileOnly: true },
    {
      id: 'item',
      header: texts.item,
      cell: ({ targetName }) => targetName,
      csv: ({ targetName }) => targetName,
      isFileOnly: true,
    },
    {
      id: 'cost',
      header: texts.cost,
      align: 'right',
      cell: ({ costCents }) => <Money cents={costCents} />,
      csv: ({ costCents }) => decimal(costCents),
      phone: 'value',
    },
    {
      id: 'outcome',
      header: texts.outcome,
      cell: ({ outcome }) => texts.outcomes[outcome],
      csv: ({ outcome }) => outcome,
      phone: 'meta',
    },
    {
      id: 'ended',
      header: texts.ended,
      cell: ({ endedAt }) => ago(endedAt),
      csv: ({ endedAt }) => endedAt,
      phone: 'value',
    },
    {
      id: 'state',
      header: words.status,
      cell: ({ resolution }) =>
        resolution === null ? (
          <StatusBadge tone="amber">{texts.decide}</StatusBadge>
        ) : (
          <StatusBadge tone="plain">{texts.resolutions[resolution]}</StatusBadge>
        ),
      csv: ({ resolution }) => resolution,
      phone: 'hidden',
    },
  ];
}
