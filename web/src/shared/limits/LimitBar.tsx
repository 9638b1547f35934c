import type { PlayerLimit } from '../../data/generated/api.ts';
import { useFormat } from '../format/index.ts';
import { useTexts } from '../texts/index.ts';
import classes from './limits.module.css';
import { limitTexts } from './texts.ts';

export type LimitKindName = 'deposit' | 'loss' | 'wager';
export type LimitPeriodName = 'day' | 'week' | 'month';

/** Shows the used part of a limit: amber from 80 percent on, red once nothing is left. */
export function LimitBar({
  kind,
  period,
  limit,
}: {
  kind: LimitKindName;
  period: LimitPeriodName;
  limit: PlayerLimit;
}) {
  const texts = useTexts(limitTexts);
  const { money, dateTime } = useFormat();
  const name = texts.names[kind][period];
  const used = Math.max(0, Number(limit.usedCents ?? 0));
  const most = Number(limit.limitCents ?? 0);
  const share = most === 0 ? 1 : Math.min(1, used / most);
  return (
    <div className={classes.limit}>
      <div className={classes.names}>
        <span>{name}</span>
        <span>
          <strong>{money(used)}</strong> {texts.of} {money(most)}
        </span>
      </div>
      <div
        className={classes.bar}
        data-tone={share >= 1 ? 'red' : share >= 0.8 ? 'amber' : 'accent'}
        // The sums above say it.
        aria-hidden="true"
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      {limit.next !== null && (
        <p className={classes.next}>
          {limit.next.limitCents === null
            ? texts.removal(dateTime(limit.next.from))
            : texts.raise(money(limit.next.limitCents), dateTime(limit.next.from))}
        </p>
      )}
    </div>
  );
}
