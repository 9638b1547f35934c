import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { ItemTile } from '../../shared/items/ItemTile.tsx';
import { Badge, type Tone } from '../../shared/parts/Badge.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './SiteHistory.module.css';
import { texts } from './texts.ts';

export const TONES: Readonly<Record<'PENDING' | 'COMPLETED' | 'FAILED', Tone>> = {
  PENDING: 'amber',
  COMPLETED: 'accent',
  FAILED: 'red',
};
/** A purchase whose end is unknown is asked for again. */
const LOOK_AGAIN_MS = 5_000;

export function SiteHistory() {
  const { site } = useTexts(texts);
  const { money, ago } = useFormat();
  const query = useQuery({
    ...apiQuery('GET /swap/site', { query: { limit: 6 } }),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => status === 'PENDING') === true ? LOOK_AGAIN_MS : false,
  });
  return (
    <Panel title={site.history}>
      <QueryState query={query} loading={<Skeletons count={2} height={56} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.hint}>{site.none}</p>
          ) : (
            <ul className={classes.list}>
              {data.map((swap) => (
                <li key={swap.id}>
                  <span className={classes.hint}>
                    {money(swap.totalValueCents)} → · {ago(swap.createdAt)}
                  </span>
                  <ItemTile item={swap.target} />
                  <Badge tone={TONES[swap.status]}>{site.status[swap.status]}</Badge>
                  <span className={classes.hint}>{site.hints[swap.status]}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Panel>
  );
}
