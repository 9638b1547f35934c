import { useQuery } from '@tanstack/react-query';
import type { ClaimableEvent, Event } from '../../data/generated/api.ts';
import { useLive } from '../../data/live.ts';
import { apiQuery, invalidateSoon } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { afterTheShow } from '../../data/spoilers.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Panel } from '../../shared/parts/Panel.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { PageLoading } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './EventPage.module.css';
import { Head } from './Head.tsx';
import { PastShots } from './PastShots.tsx';
import { ShootingRange } from './ShootingRange.tsx';
import { Tiers } from './Tiers.tsx';
import { texts } from './texts.ts';

export function EventPage() {
  const words = useTexts(texts);
  const query = useQuery(apiQuery('GET /event/active'));
  return (
    <QueryState query={query} loading={<PageLoading />}>
      {({ event, claimable }) => (
        <div className={classes.page}>
          {event === null ? (
            <EmptyState icon="star" title={words.none}>
              {words.noneHint}
            </EmptyState>
          ) : (
            <Running event={event} />
          )}
          {claimable
            .filter(({ id }) => id !== event?.id)
            .map((each) => (
              <Past key={each.id} event={each} />
            ))}
        </div>
      )}
    </QueryState>
  );
}

function Running({ event }: { event: Event }) {
  const { user } = useSession();
  const params = { id: event.id };
  const { data: progress = null } = useQuery({
    ...apiQuery('GET /event/{id}/progress', { params }),
    enabled: user !== null,
  });
  useLive('balance:updated', () => afterTheShow(() => invalidateSoon('GET /event/{id}/progress')));
  return (
    <>
      <Head event={event} progress={progress} />
      <ShootingRange event={event} progress={progress} />
      {user !== null && <PastShots event={event} />}
    </>
  );
}

function Past({ event }: { event: ClaimableEvent }) {
  const words = useTexts(texts);
  const { dateTime } = useFormat();
  const { user } = useSession();
  const { data: progress = null } = useQuery({
    ...apiQuery('GET /event/{id}/progress', { params: { id: event.id } }),
    enabled: user !== null,
  });
  if (progress === null || !progress.tiers.some(({ claimable }) => claimable)) return null;
  return (
    <Panel title={event.name}>
      <p className={classes.note}>{words.claimable(event.name, dateTime(event.claimableUntil))}</p>
      <Tiers eventId={event.id} tiers={progress.tiers} points={progress.points} />
    </Panel>
  );
}
