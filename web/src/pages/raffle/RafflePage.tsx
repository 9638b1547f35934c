import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLive } from '../../data/live.ts';
import { apiQuery, invalidate, invalidateCalmly, queryClient } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { AwaitedDraw } from '../../shared/fairness/AwaitedDraw.tsx';
import { gameLink } from '../../shared/fairness/verify-link.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { PageLoading } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { Buyers } from './Buyers.tsx';
import { BuyPanel } from './BuyPanel.tsx';
import { useCheckedRaffle } from './draw/check-raffle.ts';
import { DrawOutcome } from './draw/DrawOutcome.tsx';
import { LiveDraw } from './draw/LiveDraw.tsx';
import { rememberRaffle } from './draw/seen-raffles.ts';
import { useDrawShow } from './draw/use-draw-show.ts';
import { Head } from './Head.tsx';
import { OwnTickets } from './OwnTickets.tsx';
import { Prizes } from './Prizes.tsx';
import classes from './RafflePage.module.css';
import type { Raffle } from './raffle.types.ts';
import { texts } from './texts.ts';

/** While it is on sale others buy, and while it is drawn the result comes: it is asked for again now and then. */
const LOOK_AGAIN_MS = 15_000;
const LOOK_FOR_DRAW_MS = 3_000;

export function RafflePage() {
  const { id } = useParams({ from: '/players/rifa/$id' });
  const query = useQuery({
    ...apiQuery('GET /raffle/{id}', { params: { id } }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.status === 'DRAWING') return LOOK_FOR_DRAW_MS;
      return data?.status === 'ACTIVE' ? LOOK_AGAIN_MS : false;
    },
  });
  useLive('raffle:tickets_sold', ({ raffleId, ticketsSold, isSoldOut }) => {
    if (raffleId !== id) return;
    if (isSoldOut) void invalidate('GET /raffle/{id}');
    // Sales may overtake each other, and none takes tickets back.
    queryClient.setQueryData(apiQuery('GET /raffle/{id}', { params: { id } }).queryKey, (raffle) =>
      raffle === undefined || raffle.ticketsSold >= ticketsSold ? raffle : { ...raffle, ticketsSold },
    );
    invalidateCalmly('GET /raffle/{id}/buyers');
  });
  useLive('raffle:drawn', (drawn) => {
    if (drawn.id === id) void invalidate('GET /raffle/{id}', 'GET /inventory');
  });
  return (
    <QueryState query={query} loading={<PageLoading />}>
      {(raffle) => <Shown raffle={raffle} />}
    </QueryState>
  );
}

function Shown({ raffle }: { raffle: Raffle }) {
  const words = useTexts(texts);
  const { user } = useSession();
  const owned = raffle.ownTickets ?? 0;
  const isOver = raffle.status === 'COMPLETED';
  useEffect(() => rememberRaffle(raffle), [raffle]);
  const { data: ticketList } = useQuery({
    ...apiQuery('GET /raffle/{id}/tickets', { params: { id: raffle.id } }),
    enabled: isOver,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const checked = useCheckedRaffle(raffle, ticketList);
  const show = useDrawShow(raffle);
  const isShowing = show.current !== null;
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Head raffle={raffle} owned={owned} isShowing={isShowing} />
        {raffle.status === 'DRAWING' && raffle.beacon !== null && (
          <div className={classes.awaited}>
            <AwaitedDraw kind="RAFFLES" game={raffle} beacon={raffle.beacon} closedAt={raffle.closedAt} />
          </div>
        )}
        {isShowing && ticketList !== undefined && <LiveDraw raffle={raffle} ticketList={ticketList} show={show} />}
        {isOver && !isShowing && <DrawOutcome raffle={raffle} checked={checked} onReplay={show.replay} />}
        <Prizes raffle={raffle} shown={show.shown} checked={checked} />
        <p className={classes.how}>
          <Icon name="info" size={17} />
          <span>{raffle.randomness === 'server' ? words.how : words.howBeacon}</span>
          {isOver ? (
            <Button component={Link} {...gameLink('raffle', raffle.id)} leftSection={<Icon name="shieldCheck" />}>
              {words.verify}
            </Button>
          ) : (
            <Link to="/verificar" className={classes.verify}>
              <Icon name="shieldCheck" size={17} />
              {words.howToVerify}
            </Link>
          )}
        </p>
      </div>
      <aside className={classes.side} aria-label={words.own.title}>
        {raffle.status === 'ACTIVE' && <BuyPanel raffle={raffle} owned={owned} />}
        {user !== null && <OwnTickets raffle={raffle} owned={owned} />}
        {raffle.ticketsSold > 0 && <Buyers raffle={raffle} />}
        <Link to="/rifas" className={classes.verify}>
          <Icon name="chevronLeft" size={17} />
          {words.back}
        </Link>
      </aside>
    </div>
  );
}
