import type { BodyOf } from '../../../data/api.ts';
import type { AdminRaffle, Randomness } from '../../../data/generated/api.ts';
import { toInput, toTime } from '../../parts/local-times.ts';

interface DraftPrize {
  itemId: string;
  name: string;
  imageUrl: string;
  valueCents: string;
}

export interface RaffleDraft {
  name: string;
  description: string;
  imageUrl: string;
  /** In reais, as it is typed. */
  price: string;
  maxTickets: number;
  maxPerUser: number | '';
  closesAt: string;
  /**
   * It is null until somebody chooses: then the API does, and takes public randomness where there is a source of it.
   */
  randomness: Randomness | null;
  prizes: readonly DraftPrize[];
}

const NEW_RAFFLE: RaffleDraft = {
  name: '',
  description: '',
  imageUrl: '',
  price: '',
  maxTickets: 100,
  maxPerUser: '',
  closesAt: '',
  randomness: null,
  prizes: [],
};

export function draftOf(raffle: AdminRaffle | null): RaffleDraft {
  if (raffle === null) return NEW_RAFFLE;
  const { name, description, imageUrl, ticketPriceCents, maxTickets, maxTicketsPerUser, closesAt, randomness } = raffle;
  return {
    name,
    description,
    imageUrl,
    price: (Number(ticketPriceCents) / 100).toFixed(2).replace('.', ','),
    maxTickets,
    maxPerUser: maxTicketsPerUser ?? '',
    closesAt: closesAt === null ? '' : toInput(closesAt),
    randomness,
    prizes: raffle.prizes.map(({ item, valueCents }) => ({
      itemId: item.id,
      name: item.name,
      imageUrl: item.imageUrl,
      valueCents,
    })),
  };
}

export const bodyOf = (draft: RaffleDraft, ticketPriceCents: bigint): BodyOf<'POST /admin/raffles'> => ({
  name: draft.name,
  description: draft.description,
  imageUrl: draft.imageUrl,
  ticketPriceCents: ticketPriceCents.toString(),
  maxTickets: draft.maxTickets,
  maxTicketsPerUser: draft.maxPerUser === '' ? null : draft.maxPerUser,
  closesAt: draft.closesAt === '' ? null : toTime(draft.closesAt),
  ...(draft.randomness !== null && { randomness: draft.randomness }),
  prizes: draft.prizes.map(({ itemId }, displayOrder) => ({ displayOrder, itemId })),
});
