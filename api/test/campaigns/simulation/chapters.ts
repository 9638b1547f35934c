import { on } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SimulationReport } from './simulate.ts';

export interface Chapter {
  seed: string;
  steps: number;
}

export type ChapterNews = { done: number } | { report: SimulationReport } | { fault: string };

interface Chapters {
  chapters: readonly Chapter[];
  onReport: (report: SimulationReport) => void;
  onProgress: (done: number) => void;
}

const THREAD = new URL('./chapter-thread.ts', import.meta.url);

/**
 * Plays chapters on every core until one fails, in threads, because chance is seeded for a whole thread. Returns the
 * fault, or null.
 */
export async function playChapters({ chapters, onReport, onProgress }: Chapters): Promise<string | null> {
  const waiting = chapters.values();
  const doneOf = new Map<Chapter, number>();
  let fault: string | null = null;

  const playSome = async () => {
    const thread = new Worker(THREAD);
    try {
      // The threads share one iterator: each takes the next chapter that nobody has.
      for (const chapter of waiting) {
        const found = await play(thread, chapter, onReport, (done) => {
          doneOf.set(chapter, done);
          onProgress(doneOf.values().reduce((sum, count) => sum + count, 0));
        });
        fault ??= found;
        if (fault !== null) return;
      }
    } finally {
      await thread.terminate();
    }
  };

  const threads = Math.min(chapters.length, availableParallelism());
  await Promise.all(Array.from({ length: threads }, playSome));
  return fault;
}

async function play(
  thread: Worker,
  chapter: Chapter,
  onReport: (report: SimulationReport) => void,
  onDone: (done: number) => void,
): Promise<string | null> {
  const news = on(thread, 'message');
  thread.postMessage(chapter);
  for await (const [said] of news as AsyncIterable<[ChapterNews]>) {
    if ('fault' in said) return said.fault;
    if ('report' in said) {
      onReport(said.report);
      return null;
    }
    onDone(said.done);
  }
  throw new Error(`the thread ended before the chapter ${chapter.seed} did`);
}
