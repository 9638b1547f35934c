import type { BodyOf } from '../../../data/api.ts';
import type { AdminEventDetail, GivenReward, Reward, TicketPrice } from '../../../data/generated/api.ts';
import { parseMoney } from '../../../shared/format/parse-money.ts';
import { toInput, toTime } from '../../parts/local-times.ts';

export const TICKET_PRICES = [250, 500, 1000, 2500, 5000] as const satisfies TicketPrice[];

interface DraftItem {
  itemId: string;
  name: string;
  imageUrl: string;
  valueCents: string;
}

export interface PickItem {
  taken: readonly string[];
  onPicked: (item: DraftItem) => void;
}

export interface DraftTier {
  points: number;
  type: Reward['type'];
  /** In reais, as it is typed. */
  amount: string;
  tickets: number;
  item: DraftItem | null;
}

export interface DraftPrize extends DraftItem {
  /** In percent. */
  chance: number;
}

export interface EventDraft {
  name: string;
  description: string;
  imageUrl: string;
  startsAt: string;
  endsAt: string;
  pointsPerReal: number;
  ticketsPerReal: number;
  /** In reais, as it is typed; nothing until somebody says so. */
  budget: string;
  tiers: readonly DraftTier[];
  shoots: Readonly<Record<TicketPrice, readonly DraftPrize[]>>;
}

const NO_SHOOTS: EventDraft['shoots'] = { 250: [], 500: [], 1000: [], 2500: [], 5000: [] };

export function draftOf(event: AdminEventDetail | null, now: Date): EventDraft {
  if (event === null) {
    const inAWeek = new Date(now.getTime() + 7 * 24 * 60 * 60 * 1000);
    const times = { startsAt: toInput(now.toISOString()), endsAt: toInput(inAWeek.toISOString()) };
    const words = { name: '', description: '', imageUrl: '' };
    return { ...words, ...times, pointsPerReal: 100, ticketsPerReal: 100, budget: '', tiers: [], shoots: NO_SHOOTS };
  }
  const { name, description, imageUrl, pointsPerReal, ticketsPerReal } = event;
  return {
    name,
    description,
    imageUrl,
    pointsPerReal,
    ticketsPerReal,
    budget: event.budgetCents === null ? '' : typedCents(event.budgetCents),
    startsAt: toInput(event.startsAt),
    endsAt: toInput(event.endsAt),
    tiers: event.tiers.map(({ pointsRequired, reward }) => ({ points: pointsRequired, ...draftReward(reward) })),
    shoots: Object.assign(
      {},
      NO_SHOOTS,
      ...event.shoots.map(({ ticketPrice, prizes }) => ({
        [ticketPrice]: prizes.map(({ item, chancePercent }) => ({ ...draftItem(item), chance: Number(chancePercent) })),
      })),
    ),
  };
}

export const draftItem = (item: { id: string; name: string; imageUrl: string; valueCentsBrl: string }): DraftItem => ({
  itemId: item.id,
  name: item.name,
  imageUrl: item.imageUrl,
  valueCents: item.valueCentsBrl,
});

const typedCents = (cents: string) => (Number(cents) / 100).toFixed(2).replace('.', ',');

function draftReward(reward: Reward): Omit<DraftTier, 'points'> {
  return {
    type: reward.type,
    amount: reward.type === 'BALANCE' ? typedCents(reward.balanceCents) : '',
    tickets: reward.tickets ?? 0,
    item: reward.item === null ? null : draftItem(reward.item),
  };
}

/** Finds the fault of a tier; null where there is none. */
function rewardOf({ type, amount, tickets, item }: DraftTier): GivenReward | null {
  if (type === 'TICKETS') return tickets > 0 ? { type, tickets } : null;
  if (type === 'ITEM') return item === null ? null : { type, itemId: item.itemId };
  const cents = parseMoney(amount);
  return cents === null || cents <= 0n ? null : { type, balanceCents: cents.toString() };
}

/** In hundredths of a percent, so that sums are exact. */
export const chanceSum = (prizes: readonly DraftPrize[]): number =>
  prizes.reduce((sum, { chance }) => sum + Math.round(chance * 100_000), 0) / 100_000;

export const meanCents = (prizes: readonly DraftPrize[]): bigint =>
  BigInt(Math.round(prizes.reduce((sum, { chance, valueCents }) => sum + (chance / 100) * Number(valueCents), 0)));

export const isSound = ({ name, startsAt, endsAt, budget, tiers, shoots }: EventDraft): boolean =>
  name.trim() !== '' &&
  startsAt !== '' &&
  endsAt > startsAt &&
  (budget.trim() === '' || parseMoney(budget) !== null) &&
  tiers.every((tier) => tier.points > 0 && rewardOf(tier) !== null) &&
  TICKET_PRICES.every((price) => shoots[price].length === 0 || chanceSum(shoots[price]) === 100);

export const bodyOf = (draft: EventDraft): BodyOf<'POST /admin/events'> => ({
  name: draft.name,
  description: draft.description,
  imageUrl: draft.imageUrl,
  startsAt: toTime(draft.startsAt),
  endsAt: toTime(draft.endsAt),
  pointsPerReal: draft.pointsPerReal,
  ticketsPerReal: draft.ticketsPerReal,
  ...(draft.budget.trim() === '' ? {} : { budgetCents: parseMoney(draft.budget)?.toString() ?? '' }),
  tiers: draft.tiers.flatMap((tier) => {
    const reward = rewardOf(tier);
    return reward === null ? [] : [{ pointsRequired: tier.points, reward }];
  }),
  shoots: TICKET_PRICES.filter((price) => draft.shoots[price].length > 0).map((ticketPrice) => ({
    ticketPrice,
    prizes: draft.shoots[ticketPrice].map(({ itemId, chance }) => ({ itemId, probability: String(chance) })),
  })),
});
