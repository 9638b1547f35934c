import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnswerOf } from '../../data/api.ts';
import { useLive } from '../../data/live.ts';
import { apiQuery, invalidate } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { Countdown } from '../../shared/parts/Countdown.tsx';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './RafflesPage.module.css';
import { TicketBar } from './TicketBar.tsx';
import { texts } from './texts.ts';

type ListedRaffle = AnswerOf<'GET /raffle/active'>['data'][number];

export function RafflesPage() {
  const words = useTexts(texts);
  const open = useQuery(apiQuery('GET /raffle/active'));
  const completed = useQuery(apiQuery('GET /raffle/completed', { query: { limit: 12 } }));
  useLive('raffle:drawn', () => void invalidate('GET /raffle/active', 'GET /raffle/completed'));
  return (
    <>
      <PageTitle title={words.title} lead={words.lead} hue="gold" />
      <h2 className={classes.heading}>{words.open}</h2>
      <div className={classes.list}>
        <QueryState query={open} loading={<Skeletons count={2} height={360} />}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon="ticket" title={words.none}>
                {words.noneHint}
              </EmptyState>
            ) : (
              data.map((raffle) => <Card key={raffle.id} raffle={raffle} />)
            )
          }
        </QueryState>
      </div>
      <h2 className={classes.heading}>{words.completed}</h2>
      <div className={classes.list} data-small>
        <QueryState query={completed} loading={<Skeletons count={2} height={160} />}>
          {({ data }) =>
            data.length === 0 ? (
              <p className={classes.none}>{words.noneDrawn}</p>
            ) : (
              data.map((raffle) => <Card key={raffle.id} raffle={raffle} />)
            )
          }
        </QueryState>
      </div>
    </>
  );
}

function Card({ raffle }: { raffle: ListedRaffle }) {
  const words = useTexts(texts);
  const { money, plural, dateTime } = useFormat();
  const { status, closesAt, drawnAt } = raffle;
  return (
    <Link to="/rifa/$id" params={{ id: raffle.id }} className={classes.card}>
      <img src={raffle.imageUrl} alt="" loading="lazy" />
      <span className={classes.words}>
        <span className={classes.head}>
          <Badge tone={status === 'ACTIVE' ? 'accent' : 'gold'} icon="ticket">
            {words.status[status]}
          </Badge>
          {status === 'ACTIVE' && closesAt !== null && (
            <span className={classes.time}>
              {words.closesIn} <Countdown end={closesAt} />
            </span>
          )}
          {drawnAt !== null && <span className={classes.time}>{words.drawnAt(dateTime(drawnAt))}</span>}
        </span>
        <strong>{raffle.name}</strong>
        <span className={classes.lead}>
          {words.prizesWorth(plural(raffle.prizeCount, words.prizeWords), money(raffle.prizesValueCents))}
        </span>
        <TicketBar sold={raffle.ticketsSold} all={raffle.maxTickets} own={0} />
        <span className={classes.lead}>{words.each(money(raffle.ticketPriceCents))}</span>
      </span>
    </Link>
  );
}
