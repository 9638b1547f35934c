import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { Event, EventProgress } from '../../data/generated/api.ts';
import { invalidate } from '../../data/queries.ts';
import { logIn, useSession } from '../../data/session.ts';
import token from '../../shared/art/token.svg';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { Countdown } from '../../shared/parts/Countdown.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Head.module.css';
import { Tiers } from './Tiers.tsx';
import { texts } from './texts.ts';

export function Head({ event, progress }: { event: Event; progress: EventProgress | null }) {
  const words = useTexts(texts);
  const { plural } = useFormat();
  const { user, isLoading } = useSession();
  useEffect(() => {
    document.title = `${event.name} · Lisura`;
  }, [event.name]);
  const open = event.tiers.map((tier) => ({ ...tier, claimed: false, claimable: false }));
  return (
    <header className={classes.head}>
      <img className={classes.art} src={event.imageUrl} alt="" />
      <div className={classes.top}>
        <div className={classes.title}>
          <Badge tone="gold" icon="clock">
            {words.endsIn} <Countdown end={event.endsAt} onEnd={() => void invalidate('GET /event/active')} />
          </Badge>
          <h1>{event.name}</h1>
          <p className={classes.lead}>
            {words.earn(plural(event.pointsPerReal, words.pointWords), plural(event.ticketsPerReal, words.tokenWords))}
          </p>
        </div>
        <div className={classes.standing}>
          {user === null && !isLoading ? (
            <Button leftSection={<Icon name="user" />} onClick={() => logIn()}>
              {words.logIn}
            </Button>
          ) : (
            <Standing event={event} progress={progress} />
          )}
        </div>
      </div>
      <Tiers eventId={event.id} tiers={progress?.tiers ?? open} points={progress?.points ?? 0} />
    </header>
  );
}

function Standing({ event, progress }: { event: Event; progress: EventProgress | null }) {
  const words = useTexts(texts);
  const { number, plural } = useFormat();
  const points = progress?.points ?? 0;
  const tokens = progress?.tickets ?? 0;
  const next = event.tiers.find(({ pointsRequired }) => pointsRequired > points);
  const cheapest = Math.min(...event.shoots.map(({ ticketPrice }) => ticketPrice));
  const shots = Number.isFinite(cheapest) ? Math.floor(tokens / cheapest) : 0;
  return (
    <>
      <p className={classes.figure}>
        <span>{words.yourPoints}</span>
        <strong>{progress === null ? '…' : number(points)}</strong>
        <small>
          {next === undefined
            ? words.allReached
            : words.toNext(number(next.pointsRequired - points), number(next.number))}
        </small>
      </p>
      <p className={classes.figure}>
        <span>{words.yourTokens}</span>
        <strong>
          <img src={token} alt="" width={26} height={26} />
          {progress === null ? '…' : number(tokens)}
        </strong>
        <small>{words.shotsLeft(plural(shots, words.shotWords))}</small>
      </p>
    </>
  );
}
