import type { ReactNode } from 'react';
import type { Tone } from '../../shared/parts/Badge.tsx';
import classes from './StatusBadge.module.css';

/** A state with its dot: amber waits, green is done, red is risk or failure, blue is a second person. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
