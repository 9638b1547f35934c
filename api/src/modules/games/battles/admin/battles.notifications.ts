import type { Id } from '../../../../platform/ids.ts';
import type { SystemNotification } from '../../../people/notifications/index.ts';

export const notDecided = ({
  userId,
  battleId,
}: {
  userId: Id<'user'>;
  battleId: Id<'battle'>;
}): SystemNotification => ({
  userId,
  title: 'Batalha cancelada',
  message: `O sorteio público não respondeu por um dia, e a batalha ${battleId} foi cancelada. Sua entrada foi devolvida.`,
  en: {
    title: 'Battle cancelled',
    message: `The public draw was silent for a day, and battle ${battleId} was cancelled. Your entry was given back.`,
  },
  metadata: { battleId },
});
