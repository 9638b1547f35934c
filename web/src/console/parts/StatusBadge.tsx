import type { ReactNode } from 'react';
import type { Tone } from '../../shared/parts/Badge.tsx';
import classes from './StatusBadge.module.css';

/** Amber waits, green is done, red is risk or failure, blue is a second person. */
export function StatusBadge({
  tone,
  wraps,
  children,
}: {
  tone: Tone;
  /** A sentence breaks rather than leave its cell or the screen. */
  wraps?: true;
  children: ReactNode;
}) {
  return (
    <span className={classes.badge} data-tone={tone} data-wraps={wraps}>
      {children}
    </span>
  );
}
