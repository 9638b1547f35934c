import type { CSSProperties } from 'react';
import classes from './charts.module.css';

export interface LegendEntry {
  name: string;
  mark: 'line' | 'dashed' | 'second' | 'tick' | 'dot' | 'warning' | 'block';
  color?: string;
}

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
