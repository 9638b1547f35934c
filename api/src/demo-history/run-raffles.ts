import { buyTickets, closeDueSales, createRaffle, drawRaffle } from '../modules/games/raffles/index.ts';
import { transaction } from '../platform/database/db.ts';
import type { Id } from '../platform/ids.ts';
import type { Player, WorldItem } from './history.types.ts';
import { LOCAL_ADDRESS } from './play-battle.ts';
import type { Stage } from './play-slot.ts';
import { cheapestFrom } from './player-deeds.ts';
import { refreshPlayers } from './players.sql.ts';
import { lockBuyers, updateToCounted } from './raffle-buyers.sql.ts';
import { wholeBetween } from './random.ts';
import { moveDrawnRaffle, moveNewRaffle, movePurchases, updateToDue, withoutGuards } from './stamps.sql.ts';
import type { UseCaseDeps } from './use-cases.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** So that one is drawn in a short history, too. */
const MOST_OF_SPAN = 0.6;
const TICKET_CENTS = 500n;
const MOST_TICKETS = 100_000;
const TICKETS_AT_ONCE = 20;
const BUYERS_A_TIME = 3;
/** What the prizes are worth of what the tickets are expected to bring. */
const PRIZE_PERCENTS = [50n, 20n, 10n];

interface OpenRaffle {
  id: Id<'raffle'>;
  endsMs: number;
}

interface RaffleSpan {
  startMs: number;
  endMs: number;
  /** How often tickets are sold in all. */
  times: number;
}

/** Raffles one after the other, a week each, through the use cases. The last one is still on sale in the end. */
export interface Raffles {
  /** Goes on with them: gives how many transfers that came to, and whether one was drawn. */
  goOn(atMs: number): Promise<{ transfers: number; drawn: number }>;
}

export function createRaffles(deps: UseCaseDeps, stage: Stage, administratorId: Id<'user'>, span: RaffleSpan): Raffles {
  const editor = { actorId: administratorId, ip: LOCAL_ADDRESS };
  const lengthMs = Math.min(WEEK_MS, (span.endMs - span.startMs) * MOST_OF_SPAN);
  let open: OpenRaffle | null = null;
  let made = 0;

  async function begin(atMs: number): Promise<OpenRaffle> {
    made += 1;
    const times = (span.times * lengthMs) / (span.endMs - span.startMs);
    const prizes = prizesFor(stage, times);
    const fields = fieldsOf(made, prizes[0]?.imageUrl ?? '');
    const given = prizes.map(({ itemId }, displayOrder) => ({ displayOrder, itemId }));
    const { id } = await createRaffle(deps, { fields, prizes: given }, editor);
    await transaction(deps.db, (tx) => withoutGuards(tx, () => moveNewRaffle(tx, id, new Date(atMs))));
    return { id, endsMs: atMs + lengthMs };
  }

  async function end({ id }: OpenRaffle, atMs: number): Promise<void> {
    await transaction(deps.db, (tx) => updateToDue(tx, id, new Date(atMs)));
    await closeDueSales(deps.db, id);
    await drawUncounted(id);
    await transaction(deps.db, (tx) => withoutGuards(tx, () => moveDrawnRaffle(tx, id, new Date(atMs))));
  }

  /**
   * Its tickets earn nothing in the event that runs now. A server that runs counts stakes as soon as a raffle is drawn, so
   * its buyers are locked before and marked as counted after. By connections apart: the draw has a transaction of its own.
   */
  const drawUncounted = (id: Id<'raffle'>): Promise<void> =>
    transaction(deps.db.apart, async (tx) => {
      await lockBuyers(tx, id);
      await drawRaffle(deps, id, editor, null);
      await updateToCounted(tx, id);
    });

  return {
    goOn: async (atMs) => {
      open ??= await begin(atMs);
      if (atMs >= open.endsMs) {
        await end(open, atMs);
        open = null;
        return { transfers: 0, drawn: 1 };
      }
      return { transfers: await sellSome(deps, stage, open.id, atMs), drawn: 0 };
    },
  };
}

const fieldsOf = (number: number, imageUrl: string) => ({
  name: `Sorteio da Semana ${number}`,
  description: 'Três prêmios. Quanto mais bilhetes, maior a chance; cada um ganha no máximo uma vez.',
  imageUrl,
  ticketPriceCents: TICKET_CENTS,
  maxTickets: MOST_TICKETS,
  maxTicketsPerUser: null,
  closesAt: null,
  randomness: 'server' as const,
});

function prizesFor({ world }: Stage, times: number): WorldItem[] {
  const expectedCents = TICKET_CENTS * BigInt(Math.ceil((times * BUYERS_A_TIME * TICKETS_AT_ONCE) / 4));
  return PRIZE_PERCENTS.map((percent) => {
    const item = cheapestFrom(world.items, (expectedCents * percent) / 100n) ?? world.items.at(-1);
    if (item === undefined) throw new Error('the catalogue has no item that could be raffled off');
    return item;
  });
}

async function sellSome(deps: UseCaseDeps, stage: Stage, raffleId: Id<'raffle'>, atMs: number): Promise<number> {
  const { crowd, random } = stage;
  const buyers: Player[] = [];
  for (let place = wholeBetween(random, 0, BUYERS_A_TIME); place > 0; place -= 1) {
    const quantity = wholeBetween(random, 1, TICKETS_AT_ONCE);
    const priceCents = TICKET_CENTS * BigInt(quantity);
    const buyer = crowd.pickFree(atMs, (player) => player.balanceCents >= priceCents && !buyers.includes(player));
    if (buyer === null) continue;
    await buyTickets(deps, { raffleId, userId: buyer.id, quantity, expectedPriceCents: null }, null);
    buyers.push(buyer);
  }
  if (buyers.length === 0) return 0;
  await transaction(deps.db, (tx) => withoutGuards(tx, () => movePurchases(tx, raffleId, new Date(atMs))));
  await refreshPlayers(deps.db, buyers);
  return buyers.length;
}
