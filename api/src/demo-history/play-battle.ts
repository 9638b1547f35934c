import { BATTLE_MODES } from '@lisura/fairness';
import { createLobby, type Lobby } from '../modules/games/battles/index.ts';
import { AppError } from '../platform/errors.ts';
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
  transfers: number;
}

/**
 * One battle through the use cases, as people play it; null where nobody has the money for one. Where somebody of now has sat
 * down in it, which everybody may, it is left where it is: in the present.
 */
export async function playBattle(deps: UseCaseDeps, stage: Stage, atMs: number): Promise<PlayedBattle | null> {
  const { crowd, random } = stage;
  const creator = crowd.pickFree(atMs, ({ balanceCents, favourites }) => balanceCents >= priceOf(favourites[0]));
  if (creator === null) return null;
  const rounds = roundsOf(creator, random);
  const entryCents = rounds.reduce((sum, { priceCents }) => sum + priceCents, 0n);
  const seatCount = wholeBetween(random, 2, 4);
  const guests = guestsOf(stage, atMs, { creator, entryCents, most: seatCount - 1 });
  const players = [creator, ...guests];
  try {
    const lobby = createLobby(deps);
    const battle = await lobby.create(requestOf(creator, rounds, seatCount, random), null);
    const seated = await fillSeats(lobby, battle, { creator, guests, bots: seatCount - players.length });
    const { id, createdAt, seats } = seated.battle;
    const people = seats.filter(({ userId }) => userId !== null);
    if (people.length > players.length) return null;
    const shares = people.filter(({ paidCents }) => (paidCents ?? 0n) > 0n);
    return { id, createdAt, seats, atMs, transfers: people.length + shares.length };
  } catch (error) {
    // There was no seat left for one of ours.
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  } finally {
    await refreshPlayers(deps.db, players);
    for (const player of players) player.busyUntilMs = atMs + PAUSE_MS;
  }
}

const requestOf = ({ id: userId }: Player, rounds: readonly WorldCase[], seatCount: number, random: Random) => ({
  ...{ userId, ip: LOCAL_ADDRESS, mode: oneOf(random, BATTLE_MODES), seatCount },
  ...{ isTeams: seatCount === 4 && random() < TEAMS, caseIds: rounds.map(({ id }) => id), isPrivate: false },
  ...{ randomness: 'server' as const, clientSeed: null, expectedEntryCents: null },
});

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

type Seated = Awaited<ReturnType<Lobby['create']>>;

/** The last of them ends the battle. */
async function fillSeats(
  lobby: Lobby,
  created: Seated,
  { creator, guests, bots }: { creator: Player; guests: readonly Player[]; bots: number },
): Promise<Seated> {
  const ask = { battleId: created.battle.id, ip: LOCAL_ADDRESS };
  let last = created;
  for (const { id: userId } of guests) {
    last = await lobby.join({ ...ask, userId, clientSeed: null, invitationCode: null }, null);
  }
  return bots > 0 ? lobby.addBots({ ...ask, userId: creator.id, count: bots, clientSeed: null }, null) : last;
}
