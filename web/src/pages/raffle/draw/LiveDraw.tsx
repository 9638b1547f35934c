import { type TicketRange, ticketsFrom } from '@lisura/fairness';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { ItemCard } from '../../../shared/items/ItemCard.tsx';
import { Avatar } from '../../../shared/parts/Avatar.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Reel } from '../../../shared/play/Reel.tsx';
import { SoundSwitch } from '../../../shared/play/SoundSwitch.tsx';
import { playWin } from '../../../shared/play/sound.ts';
import { sharedTexts, useTexts } from '../../../shared/texts/index.ts';
import type { Raffle } from '../raffle.types.ts';
import { texts } from '../texts.ts';
import classes from './LiveDraw.module.css';
import { STOP_AT, stripOf } from './ticket-strip.ts';
import { type DrawShow, type WonPrize, wonPrizesOf } from './use-draw-show.ts';

const CELL = 104;
/** A winner is shown this long before the next prize is drawn. */
const LOOK_MS = 1_800;
/** From here on the reels are fast: nobody watches for minutes. */
const MANY_PRIZES = 5;

/** One prize after the other: the tickets that can win it pass, and the one of the roll stops under the pointers. */
export function LiveDraw({ raffle, ticketList, show }: { raffle: Raffle; ticketList: string; show: DrawShow }) {
  const { draw } = useTexts(texts);
  const { reel } = useTexts(sharedTexts);
  const { number } = useFormat();
  const tickets = useMemo(() => ticketsFrom(ticketList), [ticketList]);
  const { current } = show;
  if (current === null) return null;
  const all = wonPrizesOf(raffle).length;
  return (
    <section className={classes.draw} aria-label={draw.title}>
      <header className={classes.head}>
        <Badge tone="gold" icon="ticket">
          {draw.live}
        </Badge>
        <h2>{draw.prize(number(show.shown.length + 1), number(all))}</h2>
        <span className={classes.tools}>
          <SoundSwitch />
          <Button variant="default" leftSection={<Icon name="skip" />} onClick={show.skip}>
            {reel.skip}
          </Button>
        </span>
      </header>
      <PrizeDraw
        key={current.displayOrder}
        prize={current}
        tickets={tickets}
        gone={new Set(show.shown.map(({ winner }) => winner.id))}
        isFast={all > MANY_PRIZES}
        onDone={show.next}
      />
    </section>
  );
}

function PrizeDraw({
  prize,
  tickets,
  gone,
  isFast,
  onDone,
}: {
  prize: WonPrize;
  tickets: readonly TicketRange[];
  gone: ReadonlySet<string>;
  isFast: boolean;
  onDone: () => void;
}) {
  const { draw, youWon } = useTexts(texts);
  const { number } = useFormat();
  const { user } = useSession();
  const [hasStopped, setHasStopped] = useState(false);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!hasStopped) return;
    const timer = setTimeout(() => done(), LOOK_MS);
    return () => clearTimeout(timer);
  }, [hasStopped]);
  const strip = useMemo(() => stripOf(tickets, gone, prize.winningIndex), [tickets, gone, prize.winningIndex]);
  const isMine = prize.winner.id === user?.id;
  const entries = strip.map(({ ticket, userId }, place) => ({
    key: String(place),
    content: (
      <span className={classes.ticket} data-own={userId === user?.id} data-won={hasStopped && place === STOP_AT}>
        {number(ticket)}
      </span>
    ),
  }));
  return (
    <div className={classes.stage}>
      <ItemCard item={prize.item} />
      <div className={classes.reel}>
        <Reel
          entries={entries}
          cell={CELL}
          stopAt={STOP_AT}
          speed={isFast ? 'fast' : 'normal'}
          onStop={() => {
            playWin(isMine ? 1.5 : 1);
            setHasStopped(true);
          }}
        />
        <p className={classes.winner} role="status">
          {hasStopped ? (
            <>
              <Avatar name={prize.winner.username} url={prize.winner.avatarUrl} size={34} />
              <strong>{isMine ? youWon : prize.winner.username}</strong>
              {draw.ticketOf(number(prize.winningTicket), number(prize.eligibleTickets))}
            </>
          ) : (
            draw.rolling(number(prize.eligibleTickets))
          )}
        </p>
      </div>
    </div>
  );
}
