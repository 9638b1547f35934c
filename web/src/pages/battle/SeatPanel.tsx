import type { CSSProperties, ReactNode } from 'react';
import { type Battle, seatNameOf } from '../../shared/battles/battle.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { HashLine } from '../../shared/parts/HashLine.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { useCountUp } from '../../shared/play/use-count-up.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './SeatPanel.module.css';
import { texts as pageTexts } from './texts.ts';

export type Seat = Battle['seats'][number];

/** Its own colour, or gold for who is in front. */
export const seatStyle = (seat: number, isFirst = false): CSSProperties =>
  ({ '--seat': isFirst ? 'var(--gold)' : `var(--seat-${seat})` }) as CSSProperties;

/** One seat: who sits there, what it has so far, and its reel. Gold is the leader's alone. */
export function SeatPanel({
  battle,
  seat,
  isMe,
  isLeader,
  totalCents,
  hash,
  children,
}: {
  battle: Battle;
  seat: Seat;
  isMe: boolean;
  isLeader: boolean;
  /** Null before anything is drawn. */
  totalCents: bigint | null;
  hash: { value: string | null; state: 'before' | 'after' };
  children: ReactNode;
}) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  const place = battle.isTeams ? texts.team(number(seat.team)) : texts.seat(number(seat.seat));
  return (
    <article className={classes.panel} style={seatStyle(seat.seat, isLeader)} data-leader={isLeader}>
      <header className={classes.head}>
        <span className={classes.face}>
          <Avatar name={seatNameOf(seat)} url={seat.user?.avatarUrl ?? null} size={48} isBot={seat.isBot} />
        </span>
        <span className={classes.who}>
          <strong title={seatNameOf(seat)}>{seatNameOf(seat)}</strong>
          {seat.isBot ? (
            <small>{texts.houseBot}</small>
          ) : isMe ? (
            <Badge tone="accent">{texts.you}</Badge>
          ) : (
            <small>{place}</small>
          )}
        </span>
        <span className={classes.sum} aria-live="polite">
          <span className={classes.leader}>
            {isLeader && (
              <>
                <Icon name="crown" size={15} /> {texts.leader}
              </>
            )}
          </span>
          {totalCents !== null && <Total cents={totalCents} />}
        </span>
      </header>
      <div className={classes.hash}>
        <HashLine hash={hash.value} state={hash.state} label={texts.hash} />
      </div>
      {children}
    </article>
  );
}

function Total({ cents }: { cents: bigint }) {
  return (
    <strong className={classes.total}>
      <Money cents={useCountUp(cents)} />
    </strong>
  );
}

/** A seat that waits for somebody: what a bot in it would roll with is fixed already. */
export function FreeSeat({ battle, seat }: { battle: Battle; seat: number }) {
  const texts = useTexts(pageTexts);
  const bot = battle.botSeats?.find((each) => each.seat === seat);
  return (
    <article className={classes.panel} style={seatStyle(seat)} data-free="true">
      <header className={classes.head}>
        <span className={classes.empty}>
          <Icon name="plus" size={20} />
        </span>
        <span className={classes.who}>
          <strong>{texts.freeSeat}</strong>
          <small>{texts.seat(String(seat))}</small>
        </span>
      </header>
      <div className={classes.hash}>
        {bot !== undefined && <HashLine hash={bot.serverSeedHashes[0] ?? null} state="before" label={texts.hash} />}
      </div>
      <p className={classes.freeHint}>{texts.freeSeatHint}</p>
    </article>
  );
}
