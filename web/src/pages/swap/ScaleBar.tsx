import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './ScaleBar.module.css';
import { EVEN_PERCENT, scaleOf } from './scale.ts';
import { texts } from './texts.ts';

/** The red line limits the received part of the given value. */
export function ScaleBar({
  givenCents,
  targetCents,
  ceilingPercent,
}: {
  givenCents: bigint;
  targetCents: bigint;
  ceilingPercent: number;
}) {
  const { site, give } = useTexts(texts);
  const { money, percent } = useFormat();
  const scale = scaleOf(givenCents, targetCents, ceilingPercent);
  const share = percent(scale.sharePercent, 1);
  const limit = money((givenCents * BigInt(ceilingPercent)) / 100n);
  const at = (place: number) => ({ left: `${place}%` });
  return (
    <div className={classes.scale} data-beyond={scale.isBeyond}>
      <div className={classes.above} aria-hidden="true">
        {ceilingPercent > EVEN_PERCENT && (
          <span className={classes.given} style={at(scale.even)}>
            {give} {money(givenCents)}
          </span>
        )}
        <span className={classes.limit} style={at(scale.ceiling)}>
          {site.limit(limit)}
        </span>
      </div>
      <div className={classes.track} role="img" aria-label={`${site.share(share)}. ${site.limit(limit)}.`}>
        <span className={classes.blue} style={{ width: `${Math.min(scale.share, scale.even)}%` }} />
        {scale.share > scale.even && (
          <span
            className={classes.green}
            style={{ left: `${scale.even}%`, width: `${Math.min(scale.share, scale.ceiling) - scale.even}%` }}
          />
        )}
        <span className={classes.beyond} style={{ left: `${scale.ceiling}%` }} />
        <span className={classes.even} style={at(scale.even)} />
        <span className={classes.line} style={at(scale.ceiling)} />
        <span className={classes.bubble} style={at(scale.share)}>
          {share}
        </span>
      </div>
      <div className={classes.below} aria-hidden="true">
        {scale.marks.map(({ label, place }) => (
          <span key={label} style={at(place)}>
            {percent(label, 0)}
          </span>
        ))}
      </div>
    </div>
  );
}
