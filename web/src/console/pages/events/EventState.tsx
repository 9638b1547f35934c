import type { AdminEvent } from '../../../data/generated/api.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import classes from './events.module.css';
import { eventPageTexts } from './texts.ts';

/** A draft waits, a published event may run now. */
export function EventState({ event: { status, isRunning } }: { event: Pick<AdminEvent, 'status' | 'isRunning'> }) {
  const texts = useTexts(eventPageTexts);
  return (
    <span className={classes.states}>
      <StatusBadge tone={status === 'DRAFT' ? 'amber' : 'plain'}>{texts.state[status]}</StatusBadge>
      {isRunning && <StatusBadge tone="accent">{texts.running}</StatusBadge>}
    </span>
  );
}
