import type { NotificationContent } from '../../../people/notifications/index.ts';
import type { Opening } from './openings.types.ts';

export const caseOpened = ({
  id,
  item,
  isFlip,
}: Pick<Opening, 'id' | 'isFlip'> & { item: { name: string } }): NotificationContent => ({
  type: 'CASE_OPENING',
  title: 'Caixa aberta',
  message: `Você abriu uma caixa e ganhou ${item.name}.`,
  en: { title: 'The case is open', message: `You have opened a case and won ${item.name}.` },
  metadata: { itemName: item.name, isFlip, openingId: id },
});
