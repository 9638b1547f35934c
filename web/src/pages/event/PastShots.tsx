import { useQuery } from '@tanstack/react-query';
import type { Event } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { PlayTick } from '../../shared/fairness/PlayTick.tsx';
import { playLink } from '../../shared/fairness/verify-link.ts';
import { useFormat } from '../../shared/format/index.ts';
import { ItemTile } from '../../shared/items/ItemTile.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './PastShots.module.css';
import { texts } from './texts.ts';
import { checkShot } from './use-shot.ts';

/** The player's latest shots, each computed anew by this page. */
export function PastShots({ event }: { event: Event }) {
  const { past } = useTexts(texts);
  const { ago } = useFormat();
  const query = useQuery(apiQuery('GET /event/{id}/shots', { params: { id: event.id }, query: { limit: 6 } }));
  return (
    <Panel title={past.title}>
      <div className={classes.list}>
        <QueryState query={query} loading={<Skeletons count={3} height={56} />}>
          {({ data }) =>
            data.length === 0 ? (
              <p className={classes.none}>{past.none}</p>
            ) : (
              data.map((shot) => (
                <div key={shot.id} className={classes.shot}>
                  <ItemTile item={shot.item} note={ago(shot.createdAt)} />
                  <PlayTick check={checkShot(event, shot, null)} link={playLink('shot', shot)} compact />
                </div>
              ))
            )
          }
        </QueryState>
      </div>
    </Panel>
  );
}
