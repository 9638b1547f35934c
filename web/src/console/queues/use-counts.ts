import type { QueueName } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import { useQueue } from '../data/queues.ts';
import type { QueueTab } from './QueueTabs.tsx';
import { queueTexts } from './texts.ts';

/** How many records have the state of each tab, and one line on what waits. The first tab is what waits. */
export function useCounts(name: QueueName | undefined, tabs: readonly QueueTab[]) {
  const texts = useTexts(queueTexts);
  const { number, ago } = useFormat();
  const queue = useQueue(name);
  if (queue === null) return { waiting: undefined, counted: tabs };
  const countOf = (status: string) => queue.statuses.find((each) => each.status === status)?.count;
  const counted = tabs.map((tab, place) => {
    const count = place === 0 ? queue.waiting : countOf(tab.status);
    return count === undefined ? tab : { ...tab, count: number(count) };
  });
  const waiting = texts.waiting(number(queue.waiting));
  return {
    waiting: queue.oldestAt === null ? waiting : `${waiting} · ${texts.oldest(ago(queue.oldestAt))}`,
    counted,
  };
}
