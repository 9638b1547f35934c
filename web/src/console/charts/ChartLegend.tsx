import type { CSSProperties } from 'react';
import classes from './charts.module.css';

export interface LegendEntry {
  name: string;
  /** How it is drawn, by the names of charts.module.css. */
  mark: 'line' | 'dashed' | 'second' | 'tick' | 'dot' | 'warning' | 'block';
  /** Of a block, by its name in tokens.css. */
  color?: string;
}

/** What the lines and marks of a chart mean. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className={classes.legend}>
      {entries.map(({ name, mark, color }) => (
        <li key={name} data-mark={mark} style={{ '--mark': color } as CSSProperties}>
          {name}
        </li>
      ))}
    </ul>
  );
}
