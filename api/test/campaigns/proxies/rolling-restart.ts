import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { assertJournalHolds } from '../../support/journal-check.ts';
import { preparePlay } from '../../support/kill-while-playing.ts';
import { type Journal, type LoadPlayer, playOnce, seededRandom } from '../../support/load.ts';
import type { Site } from './site.ts';

const READERS = 6;
const READ = ['/api/cases?limit=100', '/', '/api/config', '/caixa/primeira-sorte'];
/** Longer than the longest look of a proxy at the process that came back. */
const BETWEEN_MS = 4_000;

interface Load {
  site: Site;
  seed: number;
  restarts: number;
}

/** Players write and others read without a pause while one process after the other is replaced. */
export async function restartUnderLoad({ site, seed, restarts }: Load): Promise<string> {
  const { players, caseId } = await preparePlay(site.db);
  const journal: Journal = { openings: [], sales: [] };
  const random = seededRandom(seed);
  const failed: string[] = [];
  let reads = 0;
  let isOver = false;
  const play = async (player: LoadPlayer) => {
    while (!isOver) {
      const isAnswered = await playOnce(player, { url: site.url, caseId, journal, random }, 'sendOnce').catch(String);
      if (isAnswered !== true) failed.push(`a write: ${isAnswered}`);
    }
  };
  const read = async (place: number) => {
    while (!isOver) {
      const path = READ[(reads + place) % READ.length] ?? '/';
      const status = await statusOf(`${site.url}${path}`);
      reads += 1;
      if (status !== 200) failed.push(`${path}: ${status}`);
    }
  };
  const everybody = Promise.all([...players.map(play), ...Array.from({ length: READERS }, (_, place) => read(place))]);
  try {
    await pause(BETWEEN_MS);
    for (let time = 0; time < restarts; time += 1) {
      await site.processes[time % site.processes.length]?.restart();
      await pause(BETWEEN_MS);
    }
  } finally {
    isOver = true;
    await everybody;
  }
  await assertJournalHolds(site.db, journal, `seed ${seed}`);
  const writes = journal.openings.length + journal.sales.length;
  assert.deepEqual(failed, [], `of ${reads} reads and ${writes} writes`);
  return `0 of ${reads + writes} failed`;
}

async function statusOf(url: string): Promise<number | string> {
  try {
    const answer = await fetch(url, { headers: { accept: 'text/html' } });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    return String(error);
  }
}
