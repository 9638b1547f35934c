import { createHash } from 'node:crypto';
import type { Db } from '../platform/database/db.ts';
import { transaction } from '../platform/database/db.ts';
import type { Player, World } from './history.types.ts';
import { insertPlayers } from './players.sql.ts';
import { oneOf, type Random, wholeBetween } from './random.ts';

interface Population {
  transfers: number;
  startMs: number;
  endMs: number;
}

/** About so many transfers of each on average, which few reach: most come seldom. */
const TRANSFERS_EACH = 200;
const FEWEST = 12;
const MOST = 20_000;
/** Of every three one is there from the first hour on; the others come by and by. */
const FIRST_OF = 3;
/** Of a Pareto distribution: the lower, the more a few play of all. */
const TAIL = 1.3;
const MOST_WEIGHT = 400;
const WITH_CLIENT_SEED = 0.2;
/** Of the cases by price, so many beside each other are one player's. */
const FAVOURITES = 3;
/** Before anything else somebody looks around. */
const SETTLING_IN_MS = 60_000;
const HOUR_MS = 60 * 60 * 1000;
const INSERTED_AT_ONCE = 5_000;

const FIRST_NAMES = ['Capivara', 'Tucano', 'Jaguar', 'Arara', 'Boto', 'Quati', 'Lobo', 'Gaviao', 'Tatu', 'Sagui'];
const LAST_NAMES = ['Veloz', 'Carioca', 'Noturno', 'DoSul', 'Mineiro', 'Neon', 'Sereno', 'Baiano', 'Turbo', 'Zen'];

/** The people of a history, in the order in which they come. */
export async function createPlayers(
  db: Db,
  world: World,
  population: Population,
  random: Random,
): Promise<readonly Player[]> {
  const count = Math.min(MOST, Math.max(FEWEST, Math.round(population.transfers / TRANSFERS_EACH)));
  const players = Array.from({ length: count }, (_, index) => newPlayer(world, population, index, random));
  players.sort((one, other) => one.joinedMs - other.joinedMs);
  for (let first = 0; first < count; first += INSERTED_AT_ONCE) {
    const some = players.slice(first, first + INSERTED_AT_ONCE);
    const ids = await transaction(db, (tx) => insertPlayers(tx, some, first));
    for (const [index, id] of ids.entries()) Object.assign(some[index] as Player, { id });
  }
  return players;
}

function newPlayer({ cases }: World, { startMs, endMs }: Population, index: number, random: Random): Player {
  const joinedMs = startMs + random() * (index % FIRST_OF === 0 ? HOUR_MS : endMs - startMs);
  // Most open what is cheap.
  const dearest = Math.floor(random() ** 2 * cases.length);
  const username = `${oneOf(random, FIRST_NAMES)}${oneOf(random, LAST_NAMES)}${wholeBetween(random, 1, 999)}`;
  return {
    id: '' as Player['id'],
    username,
    joinedMs: Math.floor(joinedMs),
    weight: Math.min((1 - random()) ** (-1 / TAIL), MOST_WEIGHT),
    favourites: cases.slice(Math.max(0, dearest - FAVOURITES + 1), dearest + 1),
    clientSeed: random() < WITH_CLIENT_SEED ? clientSeedOf(index) : null,
    balanceCents: 0n,
    nonce: 0,
    bag: [],
    busyUntilMs: Math.ceil(joinedMs) + SETTLING_IN_MS,
    lastPayoutMs: 0,
  };
}

/** A text of somebody's own. */
const clientSeedOf = (index: number) => `sorte-${createHash('sha256').update(String(index)).digest('hex').slice(0, 8)}`;
