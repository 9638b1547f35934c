import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './PlayerLink.module.css';

/** Leads to somebody's public page. Nothing is loaded before it is pressed: lists have dozens of them. */
export function PlayerLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to="/jogador/$id" params={{ id }} preload={false} className={classes.player}>
      {children}
    </Link>
  );
}
