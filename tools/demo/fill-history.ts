import type { Config } from '../../api/src/app/config.ts';
import { rollUps, running } from '../../api/src/app/modules.ts';
import { followSandboxPictures } from '../../api/src/app/sandbox.ts';
import { systemClock } from '../../api/src/platform/clock.ts';
import type { DatabaseAddress, Db } from '../../api/src/platform/database/db.ts';
import { sql } from '../../api/src/platform/database/sql.ts';
import type { Logger } from '../../api/src/platform/observability/logger.ts';
import { clearRunningFigures, rollUpDays } from '../../api/src/platform/roll-ups/roll-up-days.ts';
import type { SecretsKeys } from '../../api/src/platform/secrets/secrets.ts';
import { decide, followDeliveries, lookAround, publishEvent, runRaffles } from './house.ts';
import { openPast, type Past } from './past.ts';
import { type PastApp, startPastApp } from './past-app.ts';
import { createPerson, type Person } from './person.ts';
import { type PlannedHour, planHours } from './plan-hours.ts';
import { bringTroubles } from './troubles.ts';
import { leaveOpen, visit } from './visit.ts';
import { createWorld, FIRST_PLATFORM_ID, type Player, type World } from './world.ts';

export interface HistoryDeps {
  config: Config;
  address: DatabaseAddress;
  db: Db;
  keys: SecretsKeys;
  logger: Logger;
  until: Date;
  onProgress(progress: { at: Date; transfers: number }): void;
  /** Ends at the next pause; everything up to then stays and is sound. */
  signal: AbortSignal;
}

export interface HistorySize {
  transfers: number;
  days: number;
}

const AT_ONCE = 12;
const TRANSFERS_A_VISIT = 8;
/** When administrators decide, and when they look around. */
const DECIDING_HOURS = new Set([9, 13, 17]);
const LOOKING_HOUR = 12;
const ENDING_MS = 2 * 60 * 60 * 1000;
/** Prices are those of the present. */
const NOT_RUN = new Set(['refresh-exchange-rate']);

/** Lets people live on the platform for weeks, up to now: by requests to the product, which runs in a past of its own. */
export async function fillHistory(deps: HistoryDeps, size: HistorySize): Promise<void> {
  const { config, address, db } = deps;
  await assertFresh(db);
  const services = new AsyncDisposableStack();
  const past = await openPast(address);
  services.defer(() => past.end(db));
  try {
    const pastApp = await startPastApp({ ...deps, past, services });
    await live({ ...deps, past, pastApp }, size);
  } finally {
    await services.disposeAsync();
  }
  await followSandboxPictures(db, `http://localhost:${config.sandboxPort}`);
  await rollUpDays({ db, clock: systemClock, rollUps });
  // The server may have added parts before there was a past.
  await clearRunningFigures({ db, running });
  await db.query(sql`analyze`);
}

/**
 * Throws where a history has no place. Plays alone are no obstacle, because robots and visitors play with a welcome
 * credit. Moved money is, because the platform is in use, and so is a day that was added up, which takes no more plays.
 */
async function assertFresh(db: Db): Promise<void> {
  const rows = await db.query<{ hasMoneyMoved: boolean; hasDays: boolean; hasPlayers: boolean }>(sql`
    select exists (select from deposits) or exists (select from money_withdrawals) as has_money_moved,
      exists (select from rolled_days) as has_days,
      exists (select from users where platform_id = ${FIRST_PLATFORM_ID}) as has_players`);
  const { hasMoneyMoved, hasDays, hasPlayers } = rows[0] ?? {};
  const found = [
    ...(hasPlayers ? ['a history was begun here before'] : []),
    ...(hasMoneyMoved ? ['money has moved here'] : []),
    ...(hasDays ? ['days were added up here'] : []),
  ];
  if (found.length === 0) return;
  throw new Error(
    `${found.join(', and ')}. Take a fresh database: stop the server, remove its DATA_DIR or name another, and start it`,
  );
}

interface LifeDeps extends HistoryDeps {
  past: Past;
  pastApp: PastApp;
}

async function live(deps: LifeDeps, size: HistorySize): Promise<void> {
  const { past, pastApp, config, db, until, signal } = deps;
  const [platformId] = config.adminPlatformIds;
  if (platformId === undefined) throw new Error('ADMIN_PLATFORM_IDS names nobody who could decide on withdrawals');
  const administrator = createPerson(pastApp.app, pastApp.sandbox, { platformId, address: '10.0.0.2' });
  const hours = planHours({ until, ...size });
  const endMs = until.getTime();
  const startMs = hours[0]?.at.getTime() ?? endMs;
  await past.moveTo(new Date(startMs));
  const span = { startMs, endMs, transfers: size.transfers };
  const world = await createWorld(pastApp, past.clock, administrator, span);
  await publishEvent(world, administrator);
  const before = await countTransfers(db);
  for (const planned of hours) {
    if (signal.aborted) break;
    world.battles.length = 0;
    world.isEnding = planned.at.getTime() >= endMs - ENDING_MS;
    await beginHour(deps, world, administrator, planned);
    await receiveVisits(deps, world, before + planned.transfersSoFar);
    deps.onProgress({ at: planned.at, transfers: (await countTransfers(db)) - before });
  }
  // The last hour may have taken longer than there was left of it.
  await past.moveTo(new Date(Math.max(endMs, past.clock.now().getTime())));
  await followDeliveries(world);
  await runJobs(deps);
  await leaveOpen(world);
  await pastApp.app.auth.activity.flush();
}

async function beginHour(
  deps: LifeDeps,
  world: World,
  administrator: Person,
  { at, hour }: PlannedHour,
): Promise<void> {
  await deps.past.moveTo(at);
  await followDeliveries(world);
  await runJobs(deps);
  if (DECIDING_HOURS.has(hour) && !world.isEnding) await decide(world, administrator);
  if (world.isEnding && !world.hasTroubles) {
    world.hasTroubles = true;
    await bringTroubles(world, administrator);
  }
  if (hour !== LOOKING_HOUR) return;
  await runRaffles(world, administrator);
  await lookAround(world, administrator);
}

async function runJobs({ past, pastApp: { app } }: LifeDeps): Promise<void> {
  await app.auth.activity.flush();
  const tasks = new Map(app.jobSets.flatMap((set) => Object.entries(set.tasks)));
  for (let due = await past.takeDueJobs(); due.length > 0; due = await past.takeDueJobs()) {
    for (const { task, payload } of due) await tasks.get(task)?.(payload);
  }
  const lines = app.jobSets.flatMap((set) => set.schedule ?? []);
  const scheduled = lines.map((line) => line.split(' ').at(-1) ?? '').filter((task) => !NOT_RUN.has(task));
  for (const task of scheduled) await tasks.get(task)?.({});
}

/** Until there are as many transfers as planned, or nobody makes any. */
async function receiveVisits({ db, past, signal }: LifeDeps, world: World, wanted: number): Promise<void> {
  for (let made = await countTransfers(db); made < wanted && !signal.aborted; ) {
    const guests = chooseGuests(world, past.clock.now(), Math.ceil((wanted - made) / TRANSFERS_A_VISIT));
    await Promise.all(guests.map((guest) => visit(world, guest)));
    const now = await countTransfers(db);
    if (now === made) return;
    made = now;
  }
}

function chooseGuests({ players }: World, now: Date, wanted: number): Player[] {
  const joined = players.filter(({ joinsMs }) => joinsMs <= now.getTime());
  const drawn = joined.map((player) => ({ player, chance: Math.random() ** (1 / player.weight) }));
  drawn.sort((one, other) => other.chance - one.chance);
  return drawn.slice(0, Math.min(wanted, AT_ONCE)).map(({ player }) => player);
}

/** Every account keeps count of its own. */
async function countTransfers(db: Db): Promise<number> {
  const rows = await db.query<{ count: string }>(sql`select sum(transfer_count) as count from accounts`);
  return Number(rows[0]?.count ?? 0);
}
