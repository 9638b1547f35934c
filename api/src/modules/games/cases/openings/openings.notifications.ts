import type { NotificationContent } from '../../../people/notifications/index.ts';
import type { Opening } from './openings.types.ts';

type Told = Pick<Opening, 'id' | 'isFlip' | 'itemValueCents'> & { item: { name: string }; playable: { name: string } };

/** One press makes one notification, however many cases it has opened. */
export function casesOpened(openings: readonly Told[]): NotificationContent {
  const best = openings.reduce((most, other) => (other.itemValueCents > most.itemValueCents ? other : most));
  const { item, playable } = best;
  const metadata = { itemName: item.name, isFlip: best.isFlip, openingId: best.id };
  if (openings.length === 1) {
    return {
      type: 'CASE_OPENING',
      title: 'Caixa aberta',
      message: `Você abriu uma caixa e ganhou ${item.name}.`,
      en: { title: 'The case is open', message: `You have opened a case and won ${item.name}.` },
      metadata,
    };
  }
  const count = openings.length;
  return {
    type: 'CASE_OPENING',
    title: `${count} aberturas de ${playable.name}`,
    message: `Você abriu ${count} caixas de uma vez. O melhor item foi ${item.name}.`,
    en: {
      title: `${count} openings of ${playable.name}`,
      message: `You have opened ${count} cases at once. The best item was ${item.name}.`,
    },
    metadata: { ...metadata, count, caseName: playable.name },
  };
}
