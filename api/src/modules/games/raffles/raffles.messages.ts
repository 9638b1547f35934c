import { Type } from 'typebox';
import type { Id } from '../../../platform/ids.ts';
import { defineEvent } from '../../../platform/realtime/events.ts';
import { id, integer, listOf, part, string, unnamed } from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';
import type { SystemNotification } from '../../people/notifications/index.ts';
import { examplePublicUser, PublicUserView } from '../../people/users/index.ts';
import type { DescribedRaffle, StoredRaffle } from './raffles.records.ts';

const Winner = unnamed({
  displayOrder: integer('The place of the prize', 0),
  itemName: string('What was won', 'AK-47 | Redline (Field-Tested)'),
  winningTicket: integer('The number of the ticket', 413),
  winner: part(PublicUserView, 'Who owned it', examplePublicUser),
});
const Drawn = unnamed({
  id: id<'raffle'>('Id of the raffle'),
  name: string('Its name', 'Sorteio de Domingo'),
  winners: listOf(Winner, 'In the order in which they were drawn; prizes that nobody has won are left out'),
});

export const raffleDrawn = defineEvent({
  name: 'raffle:drawn',
  audience: 'everybody',
  description:
    'A raffle was drawn. `GET /api/raffle/:id` has everything that is needed to compute its winners anew, and the items ' +
    'are in the inventories of the winners.',
  payload: Drawn,
});

export const drawnView = ({ id, name, prizes }: DescribedRaffle) => ({
  id,
  name,
  winners: prizes.flatMap(({ displayOrder, item, winningTicket, winner }) =>
    winner === null || winningTicket === null ? [] : [{ displayOrder, itemName: item.name, winningTicket, winner }],
  ),
});

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

export const ticketsSoldEvent = defineEvent({
  name: 'raffle:tickets_sold',
  audience: 'everybody',
  description:
    'Somebody has bought tickets of a raffle. Several may overtake each other: the greatest `ticketsSold` is the newest.',
  payload: Type.Object(
    {
      raffleId: idOf('Id of the raffle'),
      ticketsSold: Type.Integer({ minimum: 1, description: 'How many all buyers have' }),
      maxTickets: Type.Integer({ minimum: 1, description: 'How many there are' }),
      isSoldOut: Type.Boolean({ description: 'These were the last, and sales are closed' }),
    },
    { examples: [{ raffleId: '12', ticketsSold: 415, maxTickets: 1000, isSoldOut: false }] },
  ),
});

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
