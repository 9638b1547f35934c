import { notRefused } from '../../../../platform/batches/batched-writes.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { notifyBalance } from '../../../assets/wallet/index.ts';
import { isPublisherSql, ownPublication } from '../../../people/decisions/index.ts';
import { type StakeDeps, takeStakes } from '../../rolls/index.ts';
import { raffleGame } from '../raffles.game.ts';
import { ticketsSoldEvent } from '../raffles.messages.ts';
import {
  priceIsAnother,
  RAFFLE_SOURCE,
  raffleNotFound,
  salesAreClosed,
  ticketsLeft,
  tooManyTickets,
} from '../raffles.records.ts';
import { findRaffle } from '../raffles.sql.ts';
import { closeSales } from './close-sales.ts';
import type { BoughtTickets } from './sales.records.ts';
import { countForBuyer, insertPurchase, takeTickets } from './sales.sql.ts';

export interface BuyDeps extends StakeDeps {
  db: Db;
  push: Pick<Push, 'toUser' | 'toAll'>;
}

interface BuyTickets {
  raffleId: Id<'raffle'>;
  userId: Id<'user'>;
  quantity: number;
  /** Null accepts any price. */
  expectedPriceCents: Cents | null;
}

/**
 * Numbers are taken under the lock of the raffle and then paid for, in a number of statements that does not depend on
 * the quantity. The last ticket closes the sales in the same transaction. A refused purchase costs nothing.
 */
export async function buyTickets(
  deps: BuyDeps,
  command: BuyTickets,
  once: Once<BoughtTickets> | null,
): Promise<BoughtTickets> {
  const bought = await writeOnce(deps.db, once, (tx) => sell(deps, tx, command));
  const { raffleId, ticketsSold, maxTickets, isSoldOut } = bought;
  notifyBalance(deps.push, command.userId, bought.balanceCents);
  deps.push.toAll(ticketsSoldEvent, { raffleId, ticketsSold, maxTickets, isSoldOut });
  return bought;
}

async function sell(deps: StakeDeps, tx: Tx, command: BuyTickets): Promise<BoughtTickets> {
  const { raffleId, userId, quantity, expectedPriceCents } = command;
  const sold = await takeTickets(tx, raffleId, quantity, isPublisherSql(userId, { type: 'raffle', id: raffleId }));
  if (sold === null) throw await refusalOf(tx, raffleId);
  if (sold.isPublisher) throw ownPublication();
  if (expectedPriceCents !== null && expectedPriceCents !== sold.ticketPriceCents) throw priceIsAnother();
  const paidCents = sold.ticketPriceCents * BigInt(quantity);
  const cost = {
    userId,
    amountCents: paidCents,
    itemsCents: 0n,
    rolls: 0,
    clientSeed: null,
    reason: `${quantity === 1 ? '1 bilhete' : `${quantity} bilhetes`} do sorteio ${sold.name}`,
    reference: { type: RAFFLE_SOURCE, id: raffleId },
  };
  const [outcome] = await takeStakes(deps, tx, raffleGame, [cost]);
  const { transferId, balanceCents } = notRefused(outcome);
  const ticketsOwned = await countForBuyer(tx, { raffleId, userId, tickets: quantity }, paidCents);
  const most = sold.maxTicketsPerUser;
  if (most !== null && ticketsOwned > most) throw tooManyTickets(most, ticketsOwned - quantity);
  const { firstTicket, ticketsSold, maxTickets } = sold;
  const isSoldOut = ticketsSold === maxTickets;
  await insertPurchase(tx, {
    raffleId,
    firstTicket,
    tickets: quantity,
    userId,
    transferId: transferId as Id<'transfer'>,
  });
  if (isSoldOut) await closeSales(tx, raffleId, 'SOLD_OUT', { actorId: null, ip: null });
  return { ...command, firstTicket, paidCents, balanceCents, ticketsOwned, ticketsSold, maxTickets, isSoldOut };
}

async function refusalOf(tx: Tx, raffleId: Id<'raffle'>): Promise<Error> {
  const raffle = await findRaffle(tx, raffleId);
  if (raffle === null) return raffleNotFound();
  if (!raffle.isOnSale) return salesAreClosed();
  return ticketsLeft(raffle.maxTickets - raffle.ticketsSold);
}
