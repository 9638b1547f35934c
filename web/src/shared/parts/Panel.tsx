import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** A card with an optional head; `tone` says what it is about, and only a state may glow. */
export function Panel({
  title,
  aside,
  tone = 'plain',
  padded = true,
  children,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  tone?: 'plain' | 'accent' | 'gold' | 'amber' | 'red';
  /** False where the content reaches the edges, as lists and tables do. */
  padded?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={classes.panel} data-tone={tone}>
      {title !== undefined && (
        <div className={classes.head}>
          <h2>{title}</h2>
          {aside !== undefined && <div className={classes.aside}>{aside}</div>}
        </div>
      )}
      <div className={padded ? classes.body : undefined}>{children}</div>
    </section>
  );
}
