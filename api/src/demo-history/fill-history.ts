import type { Clock } from '../platform/clock.ts';
import { type Db, transaction } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Id } from '../platform/ids.ts';
import { rollUpDays } from '../platform/roll-ups/roll-up-days.ts';
import type { DailyRollUp } from '../platform/roll-ups/roll-ups.ts';
import type { Seal } from '../platform/sealing.ts';
import { createPlayers } from './create-players.ts';
import { createCrowd } from './crowd.ts';
import { countDeeds, emptyReport, type HistoryReport } from './history-report.ts';
import { withoutRollUps } from './hold-roll-ups.ts';
import { planSlots, type Slot } from './plan-slots.ts';
import { type PlayedBattle, playBattle } from './play-battle.ts';
import { playSlot, type Stage } from './play-slot.ts';
import { updateLastActivity } from './players.sql.ts';
import { createRandom } from './random.ts';
import type { Asked } from './read-arguments.ts';
import { assertFillable, findAdministrator } from './readiness.ts';
import { createRaffles, type Raffles } from './run-raffles.ts';
import { moveBattle, withoutGuards } from './stamps.sql.ts';
import { type UseCaseDeps, useCaseDeps } from './use-cases.ts';
import { readWorld } from './world.sql.ts';
import { writeDeeds } from './write-deeds.ts';

export interface HistoryDeps {
  db: Db;
  clock: Clock;
  /** Under which the server stores the seeds that it is committed to. */
  seedSeal: Seal;
  rollUps: readonly DailyRollUp[];
  /** Who lets withdrawals through. */
  administratorPlatformId: string;
  onProgress(transfers: number): void;
  /** Ends it between two slots. What is written by then stays, and is sound. */
  signal: AbortSignal;
}

type Size = Omit<Asked, 'databaseUrl'>;

/** A battle for so many transfers, as far as there is the time to play them one by one. */
const TRANSFERS_A_BATTLE = 100;
const MOST_BATTLES = 2_000;
/** Of a slot: what is written at once comes first, then what is played through the use cases. */
const BULK_SHARE = 0.9;
const GAP_MS = 30_000;

/**
 * Fills a database with what people have done over weeks. Openings, sales, upgrades, deposits and withdrawals of money are
 * simulated and written in bulk, slot by slot in the order of time; battles and raffles are played by their use cases and
 * moved to their moment. At last the days are added up.
 */
export async function fillHistory(deps: HistoryDeps, asked: Size): Promise<HistoryReport> {
  const { db, clock, rollUps } = deps;
  await assertFillable(db);
  const report = emptyReport();
  await withoutRollUps(db, rollUps, () => writeHistory(deps, asked, report));
  await rollUpDays({ db, clock, rollUps });
  await db.query(sql`analyze`);
  return report;
}

async function writeHistory(deps: HistoryDeps, asked: Size, report: HistoryReport): Promise<void> {
  const slots = planSlots({ now: deps.clock.now(), ...asked }, createRandom(asked.seed));
  const scene = await setScene(deps, asked, slots);
  const { players } = scene.stage.crowd;
  report.users = players.length;
  const battles = Math.min(MOST_BATTLES, Math.ceil(asked.transfers / TRANSFERS_A_BATTLE));
  let planned = 0;
  for (const slot of slots) {
    if (deps.signal.aborted) break;
    planned += slot.transfers;
    // What an earlier slot had too much or too little is made up for.
    const due = Math.round((planned / asked.transfers) * battles) - report.battles;
    await writeSlot(scene, { ...slot, transfers: planned - report.transfers, battles: due }, report);
    deps.onProgress(planned);
  }
  await transaction(deps.db, (tx) => updateLastActivity(tx, players));
}

interface Scene {
  stage: Stage;
  useCases: UseCaseDeps;
  raffles: Raffles;
  administratorId: Id<'user'>;
}

/** The people, what there is to play with, and what they are given to do it. */
async function setScene(deps: HistoryDeps, asked: Size, slots: readonly Slot[]): Promise<Scene> {
  const { db, seedSeal, administratorPlatformId } = deps;
  const random = createRandom(asked.seed);
  const useCases = useCaseDeps(db, seedSeal);
  const span = { startMs: slots[0]?.startMs ?? 0, endMs: slots.at(-1)?.endMs ?? 0, times: slots.length };
  const administratorId = await findAdministrator(db, administratorPlatformId, new Date(span.startMs));
  const world = await transaction(db, (tx) => readWorld(tx, useCases.settings));
  const players = await createPlayers(db, world, { ...span, transfers: asked.transfers }, random);
  const stage: Stage = { world, crowd: createCrowd(players, random), random };
  return { stage, useCases, raffles: createRaffles(useCases, stage, administratorId, span), administratorId };
}

interface DueSlot extends Slot {
  battles: number;
}

async function writeSlot(scene: Scene, slot: DueSlot, report: HistoryReport): Promise<void> {
  const { stage, useCases, administratorId } = scene;
  const { startMs, endMs } = slot;
  const bulkEndMs = startMs + Math.floor((endMs - startMs) * BULK_SHARE);
  const deeds = playSlot(stage, { startMs, endMs: bulkEndMs - GAP_MS }, slot.transfers);
  await transaction(useCases.db, (tx) => writeDeeds(tx, deeds, administratorId));
  countDeeds(report, deeds);
  await playTogether(scene, { ...slot, startMs: bulkEndMs }, report);
}

/** What people do with each other, in what is left of a slot. */
async function playTogether(
  { stage, useCases, raffles }: Scene,
  { startMs, endMs, battles }: DueSlot,
  report: HistoryReport,
): Promise<void> {
  const { transfers, drawn } = await raffles.goOn(startMs);
  report.transfers += transfers;
  report.raffles += drawn;
  const stepMs = Math.floor((endMs - startMs) / (battles + 2));
  const played: PlayedBattle[] = [];
  for (let place = 1; place <= battles; place += 1) {
    const battle = await playBattle(useCases, stage, startMs + place * stepMs);
    if (battle !== null) played.push(battle);
  }
  if (played.length === 0) return;
  await transaction(useCases.db, (tx) =>
    withoutGuards(tx, async () => {
      for (const battle of played) await moveBattle(tx, battle);
    }),
  );
  report.battles += played.length;
  report.transfers += played.reduce((sum, battle) => sum + battle.transfers, 0);
}
