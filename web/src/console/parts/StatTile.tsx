import type { ReactNode } from 'react';
import classes from './StatTile.module.css';

/** A tile has a figure, its name, a comparison, and room for a small chart. It stands in a `StatRow`. */
export function StatTile({
  label,
  value,
  note,
  aside,
  chart,
  tone = 'plain',
}: {
  label: string;
  value: ReactNode;
  /** Below the figure: its change and the value before, or a count. */
  note?: ReactNode;
  aside?: ReactNode;
  chart?: ReactNode;
  tone?: 'plain' | 'red';
}) {
  return (
    <div className={classes.tile} data-tone={tone}>
      <dt className={classes.label}>
        {label}
        {aside !== undefined && <span className={classes.aside}>{aside}</span>}
      </dt>
      <dd className={classes.value}>
        <strong>{value}</strong>
        {chart}
      </dd>
      {note !== undefined && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}

/** Figures side by side, as wide as the page; on telephones two a line. */
export function StatRow({ children }: { children: ReactNode }) {
  return <dl className={classes.row}>{children}</dl>;
}
