import type { Campaign } from './campaign.ts';
import { CHAPTER_STEPS, SimulationFault, type SimulationReport, simulate } from './simulation/simulate.ts';
import { useServer } from './use-server.ts';

/** A run of many chapters; each has the seed of the run and its own number, by which it is played again alone. */
export const simulation: Campaign = {
  counted: 'steps',
  usually: CHAPTER_STEPS,
  help: [
    'steps of a random population through every use case, each held against a model in memory, while',
    'statements and outside services fail; a failing seed is printed with the command that plays it again',
  ],
  run: async ({ databaseUrl, count, seed, onProgress }) => {
    const chapters = Math.ceil(count / CHAPTER_STEPS);
    const runSeed = seed ?? String(Date.now());
    await useServer(databaseUrl);
    const totals: Record<string, number> = {};
    let fault: string | null = null;
    for (let chapter = 0; chapter < chapters && fault === null; chapter += 1) {
      const before = chapter * CHAPTER_STEPS;
      try {
        const report = await simulate({
          seed: chapters === 1 ? runSeed : `${runSeed}-${chapter + 1}`,
          steps: Math.min(CHAPTER_STEPS, count - before),
          onStep: (done) => onProgress(before + done, count),
        });
        addUp(totals, report);
      } catch (error) {
        if (!(error instanceof SimulationFault)) throw error;
        fault = error.message;
        process.stderr.write(`${fault}\n`);
      }
    }
    const lines = Object.entries(totals).map(([name, value]): [string, number] => [name, value]);
    return {
      lines: [['seed', runSeed], ...lines, ['faults found', fault === null ? 0 : 1]],
      isFlawless: fault === null,
    };
  },
};

function addUp(totals: Record<string, number>, { kinds, ...counts }: SimulationReport): void {
  for (const [name, value] of [...Object.entries(counts), ...Object.entries(kinds)]) {
    totals[name] = (totals[name] ?? 0) + value;
  }
}
