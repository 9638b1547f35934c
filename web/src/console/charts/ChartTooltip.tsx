import classes from './charts.module.css';

export interface TooltipLine {
  name: string;
  value: string;
  tone?: 'up' | 'down' | 'faint';
}

export function ChartTooltip({ title, lines }: { title: string; lines: readonly TooltipLine[] }) {
  return (
    <div className={classes.tooltip}>
      <p>{title}</p>
      <dl>
        {lines.map(({ name, value, tone }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-tone={tone}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
