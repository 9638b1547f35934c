import { BATTLE_MODES } from '@lisura/fairness';
import { addBots, createBattle, joinBattle } from '../modules/games/battles/index.ts';
import type { Cents } from '../platform/money.ts';
import type { Player, WorldCase } from './history.types.ts';
import type { Stage } from './play-slot.ts';
import { refreshPlayers } from './players.sql.ts';
import { oneOf, type Random, wholeBetween } from './random.ts';
import type { MovedBattle } from './stamps.sql.ts';
import type { UseCaseDeps } from './use-cases.ts';

const MOST_ROUNDS = 3;
const TEAMS = 0.3;
/** That a seat is left to a bot of the house. */
const BOTS = 0.35;
const PAUSE_MS = 5 * 60 * 1000;
export const LOCAL_ADDRESS = '127.0.0.1';

export interface PlayedBattle extends MovedBattle {
  players: readonly Player[];
  transfers: number;
}

/** One battle through the use cases, as people play it; null where nobody has the money for one. */
export async function playBattle(deps: UseCaseDeps, stage: Stage, atMs: number): Promise<PlayedBattle | null> {
  const { crowd, random } = stage;
  const creator = crowd.pickFree(atMs, ({ balanceCents, favourites }) => balanceCents >= priceOf(favourites[0]));
  if (creator === null) return null;
  const rounds = roundsOf(creator, random);
  const entryCents = rounds.reduce((sum, { priceCents }) => sum + priceCents, 0n);
  const seatCount = wholeBetween(random, 2, 4);
  const guests = guestsOf(stage, atMs, { creator, entryCents, most: seatCount - 1 });
  const isTeams = seatCount === 4 && random() < TEAMS;
  const { battle } = await createBattle(
    deps,
    {
      ...{ userId: creator.id, ip: LOCAL_ADDRESS, mode: oneOf(random, BATTLE_MODES), isTeams, seatCount },
      ...{ caseIds: rounds.map(({ id }) => id), isPrivate: false, randomness: 'server' },
      ...{ clientSeed: null, expectedEntryCents: null },
    },
    null,
  );
  const seats = await fillSeats(deps, { battleId: battle.id, creator, guests, bots: seatCount - 1 - guests.length });
  const players = [creator, ...guests];
  await refreshPlayers(deps.db, players);
  for (const player of players) player.busyUntilMs = atMs + PAUSE_MS;
  const shares = seats.filter(({ userId, paidCents }) => userId !== null && (paidCents ?? 0n) > 0n);
  const { id, createdAt } = battle;
  return { id, createdAt, seats, atMs, players, transfers: players.length + shares.length };
}

const priceOf = (playable: WorldCase | undefined): Cents => playable?.priceCents ?? 0n;

/** As many of one's favourites as one can pay. */
function roundsOf({ favourites, balanceCents }: Player, random: Random): WorldCase[] {
  const chosen = Array.from({ length: wholeBetween(random, 1, MOST_ROUNDS) }, () => oneOf(random, favourites));
  const entryCents = chosen.reduce((sum, { priceCents }) => sum + priceCents, 0n);
  return entryCents <= balanceCents ? chosen : favourites.slice(0, 1);
}

/** People who can pay it, each once. */
function guestsOf(
  { crowd, random }: Stage,
  atMs: number,
  { creator, entryCents, most }: { creator: Player; entryCents: Cents; most: number },
): Player[] {
  const guests = new Set<Player>();
  for (let place = 0; place < most; place += 1) {
    const isFit = (player: Player) => player !== creator && !guests.has(player) && player.balanceCents >= entryCents;
    const guest = random() < BOTS ? null : crowd.pickFree(atMs, isFit);
    if (guest !== null) guests.add(guest);
  }
  return [...guests];
}

/** The last of them ends the battle. Gives the seats as they are then. */
async function fillSeats(
  deps: UseCaseDeps,
  {
    battleId,
    creator,
    guests,
    bots,
  }: {
    battleId: MovedBattle['id'];
    creator: Player;
    guests: readonly Player[];
    bots: number;
  },
) {
  const ask = { battleId, ip: LOCAL_ADDRESS };
  let changed = null;
  for (const { id: userId } of guests) {
    changed = await joinBattle(deps, { ...ask, userId, clientSeed: null, invitationCode: null }, null);
  }
  if (bots > 0) changed = await addBots(deps, { ...ask, userId: creator.id, count: bots }, null);
  return changed?.battle.seats ?? [];
}
