import classes from './charts.module.css';

const WIDTH = 68;
const HEIGHT = 30;
/** The margin keeps the line from being cut at its highest and lowest. */
const EDGE = 2;

/** It has no axes; `color` is a name of tokens.css. One day alone shows nothing. */
export function Spark({ values, color }: { values: readonly number[]; color: string }) {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    const y = HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className={classes.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} fill={color} fillOpacity={0.14} />
      <polyline points={points.join(' ')} fill="none" stroke={color} strokeWidth={1.5} />
    </svg>
  );
}
