import { parentPort } from 'node:worker_threads';
import type { Chapter, ChapterNews } from './chapters.ts';
import { SimulationFault, simulate } from './simulate.ts';

const SAY_EVERY = 50;

const say = (news: ChapterNews) => parentPort?.postMessage(news);

parentPort?.on('message', async (chapter: Chapter) => {
  try {
    const onStep = (done: number) => {
      if (done % SAY_EVERY === 0 || done === chapter.steps) say({ done });
    };
    say({ report: await simulate({ ...chapter, onStep }) });
  } catch (error) {
    if (!(error instanceof SimulationFault)) throw error;
    say({ fault: error.message });
  }
});
