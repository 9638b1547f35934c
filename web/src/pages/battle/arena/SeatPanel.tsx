import type { CSSProperties, ReactNode } from 'react';
import { type Battle, seatNameOf } from '../../../shared/battles/battle.ts';
import { SeatAvatar } from '../../../shared/battles/SeatAvatar.tsx';
import { SeatName } from '../../../shared/battles/SeatName.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { HashLine } from '../../../shared/parts/HashLine.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { useCountUp } from '../../../shared/play/use-count-up.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as pageTexts } from '../texts.ts';
import classes from './SeatPanel.module.css';
import { behindOf, type Standing } from './standing.ts';

/** The first seats are one team, the others the second. */
const TEAM_SIZE = 2;

export type Seat = Battle['seats'][number];

export const seatStyle = (seat: number, isFirst = false): CSSProperties =>
  ({ '--seat': isFirst ? 'var(--gold)' : `var(--seat-${seat})` }) as CSSProperties;

/** Only the leader is gold. */
export function SeatPanel({
  battle,
  seat,
  isMe,
  standing,
  hash,
  children,
}: {
  battle: Battle;
  seat: Seat;
  isMe: boolean;
  /** It is null before anything is drawn. */
  standing: Standing | null;
  hash: { value: string | null; nonce: number; state: 'before' | 'after' };
  children: ReactNode;
}) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  const isLeader = standing !== null && seat.team === standing.leader;
  return (
    <article className={classes.panel} style={seatStyle(seat.seat, isLeader)} data-leader={isLeader}>
      <header className={classes.head}>
        <span className={classes.face}>
          <SeatAvatar seat={seat} size={48} />
        </span>
        <span className={classes.who}>
          <strong title={seatNameOf(seat)} dir="auto">
            <SeatName seat={seat} />
          </strong>
          <span className={classes.tags}>
            {isMe && <Badge tone="accent">{texts.you}</Badge>}
            {seat.isBot && <Badge icon="robot">{texts.houseBot}</Badge>}
            {battle.isTeams && <TeamTag team={seat.team} standing={standing} />}
            {!battle.isTeams && !isMe && !seat.isBot && <small>{texts.seat(number(seat.seat))}</small>}
          </span>
        </span>
        {standing !== null && <Sum seat={seat} standing={standing} isLeader={isLeader} />}
      </header>
      <div className={classes.hash}>
        <HashLine hash={hash.value} state={hash.state} label={texts.hash} />
        <small>{texts.nonce(number(hash.nonce))}</small>
      </div>
      {children}
    </article>
  );
}

/** Two play together: what they have is added up. */
function TeamTag({ team, standing }: { team: number; standing: Standing | null }) {
  const texts = useTexts(pageTexts);
  const { number, money } = useFormat();
  const score = standing?.scores?.[team - 1];
  return (
    <small>
      {texts.team(number(team))}
      {score !== undefined && ` · ${money(score)}`}
    </small>
  );
}

function Sum({ seat, standing, isLeader }: { seat: Seat; standing: Standing; isLeader: boolean }) {
  const texts = useTexts(pageTexts);
  const { signedMoney } = useFormat();
  const behindCents = behindOf(standing, seat.team);
  const shownCents = useCountUp(standing.totals[seat.seat - 1] ?? 0n);
  return (
    <span className={classes.sum} aria-live="polite">
      <span className={classes.leader}>
        {isLeader && (
          <>
            <Icon name="crown" size={15} /> {texts.leader}
          </>
        )}
        {behindCents !== null && <small>{signedMoney(behindCents)}</small>}
      </span>
      <strong className={classes.total}>
        <Money cents={shownCents} />
      </strong>
    </span>
  );
}

/** The rolls of a bot in this free seat are fixed already. */
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
          <small>{battle.isTeams ? texts.team(seat <= TEAM_SIZE ? '1' : '2') : texts.seat(String(seat))}</small>
        </span>
      </header>
      <div className={classes.hash}>
        {bot !== undefined && <HashLine hash={bot.serverSeedHashes[0] ?? null} state="before" label={texts.hash} />}
      </div>
      <p className={classes.freeHint}>{texts.freeSeatHint}</p>
    </article>
  );
}
