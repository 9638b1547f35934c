import type { Id } from '../../../../platform/ids.ts';
import type { SystemNotification } from '../../../people/notifications/index.ts';

interface WonPrize {
  userId: Id<'user'>;
  raffleId: Id<'raffle'>;
  raffleName: string;
  itemName: string;
  winningTicket: number;
}

export const prizeWon = ({ userId, raffleId, raffleName, itemName, winningTicket }: WonPrize): SystemNotification => ({
  userId,
  title: 'Você ganhou um sorteio!',
  message: `Seu bilhete ${winningTicket} ganhou ${itemName} no sorteio ${raffleName}.`,
  en: {
    title: 'You have won a raffle!',
    message: `Your ticket ${winningTicket} has won ${itemName} in the raffle ${raffleName}.`,
  },
  metadata: { raffleId, ticketNumber: winningTicket },
});
