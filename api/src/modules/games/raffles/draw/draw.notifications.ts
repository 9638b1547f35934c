import type { Id } from '../../../../platform/ids.ts';

interface WonPrize {
  userId: Id<'user'>;
  raffleId: Id<'raffle'>;
  raffleName: string;
  itemName: string;
  winningTicket: number;
}

export const prizeWon = ({ userId, raffleId, raffleName, itemName, winningTicket }: WonPrize) => ({
  userId,
  title: 'Você ganhou um sorteio!',
  message: `Seu bilhete ${winningTicket} ganhou ${itemName} no sorteio ${raffleName}.`,
  metadata: { raffleId, ticketNumber: winningTicket },
});
