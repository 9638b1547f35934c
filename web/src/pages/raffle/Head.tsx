import { useEffect } from 'react';
import { invalidate } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { ClosingTime } from './ClosingTime.tsx';
import classes from './Head.module.css';
import type { Raffle } from './raffle.types.ts';
import { TicketBar } from './TicketBar.tsx';
import { texts } from './texts.ts';

export function Head({ raffle, owned, isShowing }: { raffle: Raffle; owned: number; isShowing: boolean }) {
  const words = useTexts(texts);
  const { money, plural, dateTime } = useFormat();
  const worth = raffle.prizes.reduce((sum, { valueCents }) => sum + BigInt(valueCents), 0n);
  useEffect(() => {
    document.title = `${raffle.name} · Lisura`;
  }, [raffle.name]);
  const { status, closesAt, drawnAt } = raffle;
  return (
    <header className={classes.head}>
      <img src={raffle.imageUrl} alt="" />
      <div className={classes.badges}>
        <Badge tone={status === 'ACTIVE' ? 'accent' : status === 'CANCELLED' ? 'red' : 'gold'} icon="ticket">
          {isShowing ? words.draw.now : words.status[status]}
        </Badge>
        <Badge>{words.randomness[raffle.randomness]}</Badge>
      </div>
      <h1>{raffle.name}</h1>
      <p className={classes.lead}>{words.prizesWorth(plural(raffle.prizes.length, words.prizeWords), money(worth))}</p>
      <div className={classes.state}>
        {status === 'ACTIVE' && closesAt !== null && (
          <div className={classes.countdown}>
            <span>{words.closesIn}</span>
            <ClosingTime end={closesAt} onEnd={() => void invalidate('GET /raffle/{id}')} />
          </div>
        )}
        {status === 'ACTIVE' && closesAt === null && <p>{words.closesWhenSold}</p>}
        {status === 'DRAWING' && <p role="status">{raffle.beacon === null ? words.drawing : words.drawingSoon}</p>}
        {status === 'CANCELLED' && (
          <p>
            {raffle.closedAt !== null && words.drawSilent} {words.cancelled}
          </p>
        )}
        {drawnAt !== null && !isShowing && <p>{words.drawnAt(dateTime(drawnAt))}</p>}
      </div>
      <TicketBar sold={raffle.ticketsSold} all={raffle.maxTickets} own={owned} />
    </header>
  );
}
