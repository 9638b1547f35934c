import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import { ChartLegend } from './ChartLegend.tsx';
import classes from './charts.module.css';
import { isOutside, type RtpRow, scaleOf } from './rtp-scale.ts';
import { chartTexts } from './texts.ts';

/**
 * On one scale a white tick is the theoretical return, a dot the real one, and a band its interval; amber where they
 * disagree.
 */
export function RtpRows({ rows }: { rows: readonly RtpRow[] }) {
  const texts = useTexts(chartTexts);
  const { percent } = useFormat();
  const scale = scaleOf(rows);
  return (
    <div className={classes.rtp}>
      <ul>
        {rows.map((row) => (
          <RtpLine key={row.id} row={row} placeOf={scale.placeOf} />
        ))}
      </ul>
      <div className={`${classes.rtpGrid} ${classes.rtpAxis}`} aria-hidden="true">
        {[scale.low, (scale.low + scale.high) / 2, scale.high].map((tick) => (
          <span key={tick}>{percent(tick, 0)}</span>
        ))}
      </div>
      <ChartLegend
        entries={[
          { name: texts.theoretical, mark: 'tick' },
          { name: texts.real, mark: 'dot' },
          { name: texts.outside, mark: 'warning' },
        ]}
      />
    </div>
  );
}

function RtpLine({ row, placeOf }: { row: RtpRow; placeOf: (percent: number) => number }) {
  const texts = useTexts(chartTexts);
  const { percent, number } = useFormat();
  const { name, plays, real, low, high, theoretical } = row;
  const words = (value: number | null) => (value === null ? texts.unknown : percent(value));
  const at = (value: number) => ({ left: `${placeOf(value)}%` });
  return (
    <li className={classes.rtpGrid} data-outside={isOutside(row)}>
      <span className={classes.rtpName}>{name}</span>
      <span className={classes.rtpPlays} title={texts.plays(number(plays))}>
        {number(plays)}
      </span>
      <span
        className={classes.rtpTrack}
        role="img"
        aria-label={texts.rtpOf(name, words(real), words(low), words(high), words(theoretical))}
      >
        {low !== null && high !== null && (
          <span className={classes.rtpBand} style={{ ...at(low), width: `${placeOf(high) - placeOf(low)}%` }} />
        )}
        {theoretical !== null && <span className={classes.rtpTick} style={at(theoretical)} />}
        {real !== null && <span className={classes.rtpDot} style={at(real)} />}
      </span>
      <strong>{real === null ? texts.unknown : percent(real, 1)}</strong>
    </li>
  );
}
