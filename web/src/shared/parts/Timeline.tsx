import type { ReactNode } from 'react';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './Timeline.module.css';

export interface TimelineStep {
  name: string;
  /** Green done, amber now, grey to come; failed ends it. */
  state: 'done' | 'now' | 'later' | 'failed';
  /** It holds a time, a deadline, or the consequence of a failure. */
  note?: ReactNode;
}

/** Shows past, present and coming steps. On telephones it is always upright. */
export function Timeline({ steps, way = 'down' }: { steps: readonly TimelineStep[]; way?: 'down' | 'across' }) {
  const texts = useTexts(sharedTexts);
  return (
    <ol className={classes.steps} data-way={way}>
      {steps.map(({ name, state, note }) => (
        <li key={name} className={classes.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={classes.mark}>
            {state === 'done' && <Icon name="check" size={13} label={texts.done} />}
            {state === 'failed' && <Icon name="x" size={13} label={texts.failed} />}
          </span>
          <span className={classes.words}>
            <strong>{name}</strong>
            {note !== undefined && <span className={classes.note}>{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
