import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './charts.module.css';
import { chartTexts } from './texts.ts';

/** How often what was gained: losses in red left of a dashed line, gains in blue. */
export function Histogram({
  label,
  bars,
}: {
  label: string;
  bars: readonly { fromCents: number; toCents: number; count: number }[];
}) {
  const texts = useTexts(chartTexts);
  const { compact } = useFormat();
  const most = bars.reduce((highest, { count }) => Math.max(highest, count), 1);
  const losses = bars.filter(({ toCents }) => toCents <= 0).length;
  const zero = `${(losses / Math.max(1, bars.length)) * 100}%`;
  const words = (cents: number) => `${cents > 0 ? '+' : ''}${compact(cents / 100)}`;
  return (
    <div className={classes.histogram} role="img" aria-label={label}>
      <div className={classes.histogramBars}>
        {bars.map(({ fromCents, toCents, count }) => (
          <span key={fromCents} data-loss={toCents <= 0} style={{ height: `${(count / most) * 100}%` }} />
        ))}
        <span className={classes.histogramZero} style={{ left: zero }}>
          {losses > 0 && <small>{texts.housesLoss}</small>}
        </span>
      </div>
      <div className={classes.histogramAxis}>
        <span>{words(bars[0]?.fromCents ?? 0)}</span>
        <span>{words(bars.at(-1)?.toCents ?? 0)}</span>
      </div>
    </div>
  );
}
