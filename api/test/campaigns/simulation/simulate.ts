import { inspect } from 'node:util';
import { findViolations } from '../../../src/verify/find-violations.ts';
import { TEST_KEYS } from '../../support/committed-seeds.ts';
import { createChance, withSeededCryptography } from '../chance.ts';
import { compare, compareShown } from './compare.ts';
import { STEPS } from './steps.ts';
import { type Actor, createWorld, type World } from './world.ts';

/** So many steps are played on one database: a failing seed replays in seconds, and invariants stay quick. */
export const CHAPTER_STEPS = 5_000;
const INVARIANTS_EVERY = 2_500;
const MOST_MS = 60_000;
/** Requests follow each other: more connections would only be more plans to make. */
const CONNECTIONS = 2;
const SHOWN = 0.03;
const EVERYBODY = 0.02;

interface Simulation {
  seed: string;
  steps: number;
  onStep?: (done: number) => void;
}

export type SimulationReport = World['counts'] & { steps: number; kinds: Record<string, number> };

export class SimulationFault extends Error {
  constructor(seed: string, step: number, kind: string, cause: unknown) {
    super(
      `step ${step} (${kind}) of seed ${seed}: ${cause instanceof Error ? cause.message : cause}\n` +
        `To see it again: npm run campaign -- simulate --seed ${seed} --steps ${step}\n${inspect(cause)}`,
      { cause },
    );
  }
}

export async function simulate({ seed, steps, onStep }: Simulation): Promise<SimulationReport> {
  return withSeededCryptography(seed, async (begin) => {
    const world = await createWorld(createChance(seed), CONNECTIONS);
    const kinds: Record<string, number> = {};
    let step = 0;
    let kind = 'none yet';
    try {
      while (step < steps) {
        step += 1;
        // Random draws of jobs do not affect the next step, so a seed replays.
        begin(String(step));
        world.chance.begin(String(step));
        await takeStep(world, (name) => {
          kind = name;
        });
        kinds[kind] = (kinds[kind] ?? 0) + 1;
        if (step % INVARIANTS_EVERY === 0 || step === steps) await assertSound(world);
        onStep?.(step);
      }
      return { ...world.counts, steps, kinds };
    } catch (error) {
      throw new SimulationFault(seed, step, kind, error);
    } finally {
      await world.close();
    }
  });
}

async function takeStep(world: World, onKind: (kind: string) => void): Promise<void> {
  const { chance, clock, actors } = world;
  clock.advance(chance.between(1_000, MOST_MS));
  for (;;) {
    const [kind, step] = chance.pick(STEPS);
    onKind(kind);
    const actor = chance.pick(actors);
    const concerned = await step(world, actor);
    if (concerned === null) continue;
    await compare(world, chance.happens(EVERYBODY) ? actors : concerned);
    if (chance.happens(SHOWN)) await compareShown(world, chance.pick(actors as Actor[]));
    return;
  }
}

async function assertSound(world: World): Promise<void> {
  await compare(world, world.actors);
  const violations = await findViolations(world.app.db, { keys: TEST_KEYS });
  if (violations.length > 0) throw new Error(`broken invariants: ${JSON.stringify(violations).slice(0, 2_000)}`);
}
