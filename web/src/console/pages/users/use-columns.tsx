import type { ListedUser } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Money } from '../../../shared/parts/Money.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { PersonCell } from '../../queues/PersonCell.tsx';
import { USER_TONES, userWords } from '../../user-words.ts';
import { texts as ownTexts } from './texts.ts';

export function useColumns(): Column<ListedUser>[] {
  const texts = useTexts(ownTexts);
  const words = useTexts(userWords);
  const { ago, date, decimal } = useFormat();
  return [
    {
      id: 'user',
      header: texts.user,
      cell: ({ id, username, avatarUrl }) => <PersonCell name={username} url={avatarUrl} note={`#${id}`} />,
      csv: ({ username }) => username,
      phone: 'title',
    },
    { id: 'id', header: texts.number, cell: ({ id }) => id, csv: ({ id }) => id, isFileOnly: true },
    {
      id: 'steam',
      header: texts.steam,
      cell: ({ platformId }) => <code>{platformId}</code>,
      csv: ({ platformId }) => platformId,
      phone: 'hidden',
    },
    {
      id: 'status',
      header: texts.status,
      cell: ({ status }) => <StatusBadge tone={USER_TONES[status]}>{words.statuses[status]}</StatusBadge>,
      csv: ({ status }) => status,
      phone: 'meta',
    },
    {
      id: 'balance',
      header: texts.balance,
      align: 'right',
      cell: ({ balanceCents }) => <Money cents={balanceCents} />,
      csv: ({ balanceCents }) => decimal(balanceCents),
      phone: 'value',
    },
    {
      id: 'debt',
      header: texts.debt,
      align: 'right',
      cell: ({ debtCents }) => (debtCents === '0' ? '–' : <Money cents={debtCents} />),
      csv: ({ debtCents }) => decimal(debtCents),
      phone: 'hidden',
    },
    {
      id: 'created',
      header: texts.created,
      cell: ({ createdAt }) => date(createdAt),
      csv: ({ createdAt }) => createdAt,
      phone: 'hidden',
    },
    {
      id: 'active',
      header: texts.active,
      cell: ({ lastActiveAt }) => ago(lastActiveAt),
      csv: ({ lastActiveAt }) => lastActiveAt,
      phone: 'value',
    },
  ];
}
