import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** A card may have a head; `tone` says what it is about, and only a state may glow. */
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
  /** Lists and tables reach the edges, so they set it to false. */
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
