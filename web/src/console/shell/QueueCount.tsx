import type { QueueName } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import type { ConsoleEntry } from '../console-nav.ts';
import { useOpenAlerts, useQueue } from '../data/queues.ts';
import { consoleTexts } from '../texts.ts';
import classes from './QueueCount.module.css';

const LATE_MS = 60 * 60_000;

/** It counts the records of the entry's queue, or alerts. */
export const EntryCount = ({ entry: { queue, hasAlerts } }: { entry: Pick<ConsoleEntry, 'queue' | 'hasAlerts'> }) =>
  hasAlerts === true ? <AlertCount /> : <QueueCount queue={queue} />;

function AlertCount() {
  const texts = useTexts(consoleTexts);
  const { number } = useFormat();
  const open = useOpenAlerts();
  if (open === 0) return null;
  return (
    <span className={classes.count} data-alert>
      {number(open)}
      <span className="visually-hidden"> {texts.openAlerts}</span>
    </span>
  );
}

function QueueCount({ queue: name }: { queue: QueueName | undefined }) {
  const texts = useTexts(consoleTexts);
  const { number } = useFormat();
  const queue = useQueue(name);
  if (queue === null || queue.waiting === 0) return null;
  const isLate = queue.oldestAt !== null && Date.now() - Date.parse(queue.oldestAt) > LATE_MS;
  return (
    <span className={classes.count} data-late={isLate || undefined}>
      {number(queue.waiting)}
      <span className="visually-hidden"> {texts.waiting}</span>
    </span>
  );
}
