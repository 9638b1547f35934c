import type { Random } from '@lisura/sandbox';
import { adjustBalance } from '../../modules/assets/wallet/index.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Push } from '../../platform/realtime/events.ts';
import { chooseMove, type Intent, type Move, pick, type Situation } from './moves.rules.ts';
import type { PlayerClient } from './player-client.ts';

export interface MoveDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
  random: Random;
}

const TOP_UP_CENTS = 100_000n;

/** `refusal` says why the move failed; the move is null if none was possible. */
export interface MadeMove {
  move: Move;
  refusal: string | null;
}

/** Robots use the API for everything except money, which they receive directly. */
export async function makeMove(deps: MoveDeps, player: PlayerClient, intent: Intent): Promise<MadeMove | null> {
  const move = chooseMove(intent, await look(player), deps.random);
  return move === null ? null : { move, refusal: await perform(deps, player, move) };
}

interface ListedBattle {
  id: string;
  entryPriceCents: string;
  isPaused: boolean;
  seats: { user: { id: string } | null }[];
}

interface ListedRaffle {
  id: string;
  ticketPriceCents: string;
  ticketsSold: number;
  maxTickets: number;
}

async function look(player: PlayerClient): Promise<Situation> {
  const userId = await player.userId();
  const [{ balanceCents }, cases, battles, { items }, raffles, swaps] = await Promise.all([
    player.read<{ balanceCents: string }>('/user/balance'),
    player.read<{ data: { id: string; priceCents: string; isPaused: boolean }[] }>('/cases?limit=100'),
    player.read<{ data: ListedBattle[] }>('/battles/list?status=WAITING&limit=100'),
    player.read<{ items: { id: string; itemValueCents: string }[] }>(
      '/inventory?status=AVAILABLE&sortBy=value&sortOrder=asc&limit=100',
    ),
    player.read<{ data: ListedRaffle[] }>('/raffle/active?limit=100'),
    player.read<{ meta: { total: number } }>('/swap/my-swaps?status=PENDING&direction=SENT&limit=1'),
  ]);
  const isOwn = ({ seats }: ListedBattle) => seats.some(({ user }) => user?.id === userId);
  return {
    balanceCents: Number(balanceCents),
    cases: cases.data
      .filter(({ isPaused }) => !isPaused)
      .map(({ id, priceCents }) => ({ id, priceCents: Number(priceCents) })),
    battles: battles.data
      .filter(({ isPaused }) => !isPaused)
      .map((waiting) => ({ id: waiting.id, entryCents: Number(waiting.entryPriceCents), isOwn: isOwn(waiting) }))
      .toReversed(),
    items: items.map(({ id, itemValueCents }) => ({ id, valueCents: Number(itemValueCents) })),
    raffles: raffles.data.map(({ id, ticketPriceCents, ticketsSold, maxTickets }) => ({
      id,
      ticketCents: Number(ticketPriceCents),
      ticketsSold,
      maxTickets,
    })),
    openSwaps: swaps.meta.total,
  };
}

async function perform(deps: MoveDeps, player: PlayerClient, move: Move): Promise<string | null> {
  switch (move.kind) {
    case 'TOP_UP':
      return topUp(deps, player);
    case 'OPEN':
      return player.act(`/cases/${move.caseId}/open`, { quantity: move.quantity });
    case 'CREATE_BATTLE': {
      const { kind: _kind, ...battle } = move;
      return player.act('/battles/create', battle);
    }
    case 'JOIN_BATTLE':
      return player.act(`/battles/${move.battleId}/join`, {});
    case 'UPGRADE':
      return upgrade(deps, player, move);
    case 'SELL':
      return player.act('/inventory/sell-multiple', { inventoryItemIds: move.inventoryItemIds });
    case 'BUY_TICKETS':
      return player.act(`/raffle/${move.raffleId}/buy`, { quantity: move.quantity });
    case 'OFFER_SWAP':
      return offerSwap(deps, player, move);
  }
}

/** The trail has an entry, as for administrators. */
async function topUp({ db, push }: MoveDeps, player: PlayerClient): Promise<null> {
  const userId = await player.userId();
  const grant = { userId, changeCents: TOP_UP_CENTS, reason: 'Pocket money of a demo player', actorId: null, ip: null };
  await adjustBalance({ db, push }, grant, null);
  return null;
}

async function upgrade(
  { random }: MoveDeps,
  player: PlayerClient,
  { inventoryItemId, minTargetCents, maxTargetCents }: Extract<Move, { kind: 'UPGRADE' }>,
): Promise<string | null> {
  const targets = await listBetween(player, minTargetCents, maxTargetCents);
  if (targets.length === 0) return 'nothing is worth a little more';
  return player.act('/upgrade/perform', {
    inventoryItemIds: [inventoryItemId],
    targetItemId: pick(targets, random).id,
  });
}

async function offerSwap(
  { random }: MoveDeps,
  player: PlayerClient,
  { inventoryItemId, minAskedCents, maxAskedCents }: Extract<Move, { kind: 'OFFER_SWAP' }>,
): Promise<string | null> {
  const asked = await listBetween(player, minAskedCents, maxAskedCents);
  if (asked.length === 0) return 'nothing is worth about as much';
  return player.act('/swap', { inventoryItemIds: [inventoryItemId], askedItemIds: [pick(asked, random).id] });
}

async function listBetween(player: PlayerClient, minCents: number, maxCents: number): Promise<{ id: string }[]> {
  const query = `minValueCents=${minCents}&maxValueCents=${maxCents}&limit=50`;
  return (await player.read<{ data: { id: string }[] }>(`/upgrade/targets?${query}`)).data;
}
