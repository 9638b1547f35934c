import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './PlayerLink.module.css';

/** It loads nothing before it is pressed, because lists have dozens of these links. */
export function PlayerLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to="/jogador/$id" params={{ id }} preload={false} className={classes.player}>
      {children}
    </Link>
  );
}
