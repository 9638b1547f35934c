import { Button } from '@mantine/core';
import type { PlayerLimits } from '../../../data/generated/api.ts';
import { LimitBar, type LimitKindName, type LimitPeriodName } from '../../../shared/limits/LimitBar.tsx';
import { LIMIT_PERIODS } from '../../../shared/limits/LimitSummary.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './limits.module.css';
import { texts as allTexts } from './texts.ts';

/** Shows one kind of limit by day, week and month with the used part. */
export function LimitCard({
  kind,
  limits,
  onEdit,
}: {
  kind: LimitKindName;
  limits: PlayerLimits;
  onEdit: (period: LimitPeriodName) => void;
}) {
  const texts = useTexts(allTexts);
  const { title, means } = texts.kinds[kind];
  return (
    <Panel title={title}>
      <p className={classes.means}>{means}</p>
      <ul className={classes.periods}>
        {LIMIT_PERIODS.map((period) => {
          const limit = limits[period];
          const isSet = limit.limitCents !== null;
          return (
            <li key={period}>
              <div className={classes.limit}>
                {isSet ? (
                  <LimitBar kind={kind} period={period} limit={limit} />
                ) : (
                  <span className={classes.unset}>
                    {texts.periods[period]} <span>{texts.unset}</span>
                  </span>
                )}
              </div>
              <Button
                variant="default"
                size="sm"
                aria-label={`${isSet ? texts.change : texts.set}: ${texts.dialog.title(title, texts.periods[period])}`}
                onClick={() => onEdit(period)}
              >
                {isSet ? texts.change : texts.set}
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
