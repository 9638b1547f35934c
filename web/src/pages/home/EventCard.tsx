import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Event, Reward } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { type Format, useFormat } from '../../shared/format/index.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { Countdown } from '../../shared/parts/Countdown.tsx';
import { Skeleton } from '../../shared/states/Loading.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './EventCard.module.css';
import { texts } from './texts.ts';
import { standingOf } from './tiers.ts';

/** It shows the player's own progress. Its height is the same with and without an event. */
export function EventCard() {
  const { event: words } = useTexts(texts);
  const active = useQuery(apiQuery('GET /event/active'));
  if (active.isLoading) return <Skeleton height={276} />;
  const event = active.data?.event ?? null;
  if (event === null) {
    return (
      <section className={classes.event} data-none>
        <h2>{words.none}</h2>
        <p>{words.noneHint}</p>
      </section>
    );
  }
  return <Running event={event} />;
}

function Running({ event }: { event: Event }) {
  const { event: words } = useTexts(texts);
  const format = useFormat();
  const { user } = useSession();
  const progress = useQuery({
    ...apiQuery('GET /event/{id}/progress', { params: { id: event.id } }),
    enabled: user !== null,
  });
  const points = progress.data?.points ?? 0;
  const { reached, next, percent } = standingOf(event.tiers, points);
  const shown = next ?? event.tiers.at(-1);
  return (
    <section className={classes.event}>
      <div className={classes.head}>
        <Badge tone="gold" icon="flame">
          {words.badge}
        </Badge>
        <span className={classes.end}>
          {words.endsIn} <Countdown end={event.endsAt} />
        </span>
      </div>
      <div>
        <h2 className={classes.name}>{event.name}</h2>
        <p>{words.earns(format.plural(event.pointsPerReal, words.points))}</p>
      </div>
      <div className={classes.progress}>
        <div className={classes.standing}>
          <strong>{words.tier(format.number(reached), format.number(event.tiers.length))}</strong>
          <span>
            {user === null
              ? words.visitor
              : next === null
                ? words.done
                : words.progress(format.number(points), format.number(next.pointsRequired))}
          </span>
        </div>
        <div className={classes.bar}>
          <span style={{ width: `${percent}%` }} />
        </div>
      </div>
      {shown !== undefined && (
        <div className={classes.next}>
          {shown.reward.item !== null && <img src={shown.reward.item.imageUrl} alt="" width={56} height={40} />}
          <div>
            <p>{next === null ? words.last : words.next(format.number(next.number))}</p>
            <strong>{rewardText(shown.reward, words, format)}</strong>
          </div>
          <Button variant="default" size="sm" component={Link} to="/evento">
            {words.see}
          </Button>
        </div>
      )}
    </section>
  );
}

type Words = (typeof texts)['en']['event'];

function rewardText(reward: Reward, words: Words, { money, plural }: Format): string {
  if (reward.item !== null) return reward.item.name;
  if (reward.balanceCents !== null) return words.balance(money(reward.balanceCents));
  return plural(reward.tickets ?? 0, words.tickets);
}
