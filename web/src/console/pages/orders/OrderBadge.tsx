import type { ListedOrder } from '../../../data/generated/api.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { texts as ownTexts } from './texts.ts';

export function OrderBadge({ order: { status, isStuck, settledAt } }: { order: ListedOrder }) {
  const texts = useTexts(ownTexts);
  if (isStuck) return <StatusBadge tone="red">{texts.stuck}</StatusBadge>;
  return (
    <StatusBadge tone={settledAt === null ? 'blue' : status === 'BOUGHT' ? 'accent' : 'plain'}>
      {texts.statuses[status as keyof typeof texts.statuses] ?? status}
    </StatusBadge>
  );
}
