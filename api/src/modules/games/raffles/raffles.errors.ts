import { defineAdminError, defineError, type FieldFault } from '../../../platform/errors.ts';

export const raffleNotFound = defineError('RAFFLE_NOT_FOUND', 404, 'Sorteio não encontrado.', 'No raffle has this id.');
export const salesAreClosed = defineError(
  'RAFFLE_SALES_CLOSED',
  409,
  'As vendas de bilhetes deste sorteio estão encerradas.',
  'Tickets are no longer sold: the raffle is drawn, about to be drawn, or cancelled.',
);
function leftText(left: number): string {
  if (left === 0) return 'Todos os bilhetes foram vendidos.';
  return left === 1 ? 'Resta só 1 bilhete.' : `Restam só ${left} bilhetes.`;
}
export const ticketsLeft = defineError(
  'TOO_FEW_TICKETS_LEFT',
  409,
  {
    say: leftText,
    params: (left) => ({ left }),
    examples: [[0], [1], [2]],
  },
  'The request asks for more tickets than are left, and none was bought.',
);
export const tooManyTickets = defineError(
  'TOO_MANY_TICKETS',
  409,
  {
    say: (most: number, owned: number) =>
      `Cada pessoa pode ter no máximo ${most} bilhetes deste sorteio, e você tem ${owned}.`,
    params: (most, owned) => ({ most, owned }),
    examples: [[5, 3]],
  },
  'The user would have more tickets than one may have, and none was bought.',
);
export const priceIsAnother = defineError(
  'TICKET_PRICE_CHANGED',
  409,
  'O preço do bilhete mudou. Nada foi comprado.',
  'The price is not `expectedPriceCents`, and nothing was bought: read the raffle again, then decide.',
);
export const listIsNotFixed = defineError(
  'TICKET_LIST_NOT_FIXED',
  409,
  'A lista de bilhetes é publicada quando as vendas se encerram.',
  'The list of tickets is public once sales are closed: ask again then.',
);
export const ticketsAreSold = defineAdminError(
  'RAFFLE_TICKETS_SOLD',
  409,
  'Tickets are sold: the raffle can no longer be changed',
  'A raffle can be edited until its first ticket is sold.',
);
export const salesRunOn = defineAdminError(
  'RAFFLE_SALES_RUN_ON',
  409,
  'Tickets are sold: sales end when all are sold or at closesAt. You can still cancel the raffle, which pays all ' +
    'buyers back',
  'Once a ticket is sold, a raffle cannot be closed early, since that would choose its list of tickets.',
);
export const raffleIsNotOnSale = defineAdminError(
  'RAFFLE_NOT_ON_SALE',
  409,
  'Raffle is not on sale',
  'Only a raffle that is on sale can be closed or cancelled.',
);
export const raffleIsNotToBeDrawn = defineAdminError(
  'RAFFLE_NOT_TO_BE_DRAWN',
  409,
  (status: string) => `A raffle is drawn once, after its sales are closed; this one is ${status}`,
  'The raffle is not in the state DRAWING.',
);
export const roundIsNotThere = defineAdminError(
  'RANDOMNESS_NOT_PUBLISHED',
  409,
  (round: number) => `Round ${round} of the public randomness is not published yet: draw again in a moment`,
  'The named round of the public beacon is not published yet: ask again.',
);
export const beaconIsMissing = defineAdminError(
  'RAFFLE_RANDOMNESS_MISSING',
  409,
  'This raffle needs public randomness, and no source of it is configured at present',
  'The platform has no source of public randomness at present: configure one, then draw.',
);
export const beaconIsSilent = defineAdminError(
  'RANDOMNESS_UNAVAILABLE',
  503,
  'The public randomness cannot be read at present: draw again later',
  'The source of public randomness does not answer, or its answer does not verify: ask again later.',
  (cause: unknown) => ({ headers: { 'retry-after': '10' }, cause }),
);
export const unsoundRaffle = defineAdminError(
  'RAFFLE_NOT_SOUND',
  422,
  'This raffle cannot be run',
  'The body is well formed, but makes no raffle; `errors` lists every fault.',
  (errors: readonly FieldFault[]) => ({ errors }),
);
