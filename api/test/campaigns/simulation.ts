import type { Campaign } from './campaign.ts';
import { type Chapter, playChapters } from './simulation/chapters.ts';
import { CHAPTER_STEPS, type SimulationReport } from './simulation/simulate.ts';
import { useServer } from './use-server.ts';

/** A run has many chapters; each can be played again alone by the seed of the run and its own number. */
export const simulation: Campaign = {
  counted: 'steps',
  usually: CHAPTER_STEPS,
  help: [
    'steps of a random population through every use case, each held against a model in memory, while',
    'statements and outside services fail; a failing seed is printed with the command that plays it again',
  ],
  run: async ({ databaseUrl, count, seed, onProgress }) => {
    const runSeed = seed ?? String(Date.now());
    process.stderr.write(`seed ${runSeed}\n`);
    await useServer(databaseUrl);
    const totals: Record<string, number> = {};
    const fault = await playChapters({
      chapters: chaptersOf(runSeed, count),
      onReport: (report) => addUp(totals, report),
      onProgress: (done) => onProgress(done, count),
    });
    if (fault !== null) process.stderr.write(`${fault}\n`);
    return {
      lines: [['seed', runSeed], ...Object.entries(totals), ['faults found', fault === null ? 0 : 1]],
      isFlawless: fault === null,
    };
  },
};

function chaptersOf(runSeed: string, steps: number): Chapter[] {
  const count = Math.ceil(steps / CHAPTER_STEPS);
  return Array.from({ length: count }, (_, index) => ({
    seed: count === 1 ? runSeed : `${runSeed}-${index + 1}`,
    steps: Math.min(CHAPTER_STEPS, steps - index * CHAPTER_STEPS),
  }));
}

function addUp(totals: Record<string, number>, { kinds, ...counts }: SimulationReport): void {
  for (const [name, value] of [...Object.entries(counts), ...Object.entries(kinds)]) {
    totals[name] = (totals[name] ?? 0) + value;
  }
}
