import type { Id } from '../../../../platform/ids.ts';
import type { SystemNotification } from '../../../people/notifications/index.ts';
import type { StoredRaffle } from '../raffles.types.ts';

export const notDrawn = (userId: Id<'user'>, { id, name }: StoredRaffle): SystemNotification => ({
  userId,
  title: 'Sorteio cancelado',
  message: `O sorteio público não respondeu por um dia, e o sorteio ${name} foi cancelado. Seus bilhetes foram devolvidos em saldo.`,
  en: {
    title: 'Raffle cancelled',
    message: `The public draw was silent for a day, and the raffle ${name} was cancelled. Your tickets were paid back.`,
  },
  metadata: { raffleId: id },
});
