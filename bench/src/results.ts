import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface Figure {
  figure: string;
  ratio: number;
  goal: string;
  met: boolean;
  /** The yardstick and what else is needed to read the ratio. */
  note: string;
}

const FILE = path.resolve(import.meta.dirname, '../results.md');
const HEADER = `# Results

\`npm run bench -- NAME\` writes the section of a benchmark anew. A ratio is ours ÷ a yardstick of the same run, the median of
alternating rounds. An empty note is that of the row above.
`;

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};

/** Replaces the benchmark's section and leaves the others. */
export async function writeResults(name: string, about: string, figures: Figure[]): Promise<void> {
  const old = await readFile(FILE, 'utf8').catch(() => HEADER);
  const [, ...sections] = old.split(/^## /m);
  const kept = sections
    .filter((section) => !section.startsWith(`${name}\n`))
    .map((section) => `## ${section.trim()}\n`);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${os.cpus().length} cores ${os.arch()}, Node ${process.version}, commit ${commit}`;
  const rows = figures.map(({ figure, ratio, goal, met, note }, index) => {
    const shown = note === figures[index - 1]?.note ? '' : note;
    return `| ${figure} | ${ratio.toFixed(2)} (${met ? '' : 'missed '}${goal}) | ${shown} |`;
  });
  const table = ['| Figure | Ratio (goal) | Note |', '|---|---|---|', ...rows].join('\n');
  const section = `## ${name}\n\n${about} (${machine})\n\n${table}\n`;
  await writeFile(FILE, [HEADER, ...[...kept, section].sort()].join('\n'));
}
