import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useConfig } from '../../data/config.ts';
import type { PlayerLimit, PlayerProtection } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../format/index.ts';
import { Panel } from '../parts/Panel.tsx';
import { Skeletons } from '../states/Loading.tsx';
import { QueryState } from '../states/QueryState.tsx';
import { useTexts } from '../texts/index.ts';
import { LimitBar, type LimitKindName, type LimitPeriodName } from './LimitBar.tsx';
import classes from './limits.module.css';
import { limitTexts } from './texts.ts';

export const LIMIT_PERIODS: readonly LimitPeriodName[] = ['day', 'week', 'month'];

/** Shows the set limits of these kinds, with a link to change them. */
export function LimitSummary({ kinds }: { kinds: readonly LimitKindName[] }) {
  const texts = useTexts(limitTexts);
  const { number } = useFormat();
  const config = useConfig();
  const query = useQuery(apiQuery('GET /user/limits'));
  const change = (
    <Link to="/carteira" search={{ aba: 'limites' } as never} className={classes.change}>
      {texts.change}
    </Link>
  );
  return (
    <Panel title={texts.title} aside={change}>
      <div className={classes.summary}>
        <QueryState query={query} loading={<Skeletons count={1} height={64} />}>
          {(protection) => {
            const set = limitsThatAreSet(protection, kinds);
            if (set.length === 0) return <p className={classes.rule}>{texts.none}</p>;
            return (
              <>
                {set.map(({ kind, period, limit }) => (
                  <LimitBar key={`${kind} ${period}`} kind={kind} period={period} limit={limit} />
                ))}
                <p className={classes.rule}>{texts.rule(number(config?.protection.raiseHours ?? 24))}</p>
              </>
            );
          }}
        </QueryState>
      </div>
    </Panel>
  );
}

interface SetLimit {
  kind: LimitKindName;
  period: LimitPeriodName;
  limit: PlayerLimit;
}

function limitsThatAreSet(protection: PlayerProtection, kinds: readonly LimitKindName[]): SetLimit[] {
  return kinds
    .flatMap((kind) => LIMIT_PERIODS.map((period) => ({ kind, period, limit: protection[kind][period] })))
    .filter(({ limit }) => limit.limitCents !== null);
}
