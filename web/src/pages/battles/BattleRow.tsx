import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { logIn, useSession } from '../../data/session.ts';
import { type BattleSummary, seatNameOf } from '../../shared/battles/battle.ts';
import { ModeBadge } from '../../shared/battles/ModeBadge.tsx';
import { SeatRow } from '../../shared/battles/SeatRow.tsx';
import { isOnShow, momentOf, roundsShown } from '../../shared/battles/show.ts';
import { battleTexts } from '../../shared/battles/texts.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon, type IconName } from '../../shared/icons/index.tsx';
import { Countdown } from '../../shared/parts/Countdown.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './BattlesPage.module.css';
import { CaseStrip } from './CaseStrip.tsx';
import { freeSeatsOf } from './list-filters.ts';
import { texts as pageTexts } from './texts.ts';

type State = 'waiting' | 'running' | 'over' | 'cancelled';

const stateOf = (battle: BattleSummary, nowMs: number): State => {
  if (battle.status === 'WAITING') return 'waiting';
  if (battle.status === 'CANCELLED') return 'cancelled';
  return battle.status === 'IN_PROGRESS' || isOnShow(battle, nowMs) ? 'running' : 'over';
};

/** A battle is a row, on telephones a card. It does not tell the winner before the show is over. */
export function BattleRow({ battle, nowMs }: { battle: BattleSummary; nowMs: number }) {
  const texts = useTexts(pageTexts);
  const { rules } = useTexts(battleTexts);
  const state = stateOf(battle, nowMs);
  const shown = state === 'running' ? shownRounds(battle, nowMs) : null;
  return (
    <article className={classes.row} data-mode={battle.mode} data-state={state}>
      <div className={classes.kind}>
        <ModeBadge mode={battle.mode} />
        <span>{rules[battle.mode]}</span>
      </div>
      <SeatRow battle={battle} winningTeam={state === 'over' ? battle.winningTeam : null} />
      <div className={classes.rounds}>
        <CaseStrip cases={battle.cases} roundsShown={state === 'over' ? battle.cases.length : shown} />
        <Facts battle={battle} state={state} shown={shown} />
      </div>
      <div className={classes.price}>
        <span>{state === 'over' ? texts.pot : texts.entry}</span>
        <strong>
          <Money cents={(state === 'over' ? battle.potCents : null) ?? battle.entryPriceCents} />
        </strong>
      </div>
      <div className={classes.act}>
        <Act battle={battle} state={state} />
      </div>
    </article>
  );
}

/** It is null until the public draw is out. */
const shownRounds = ({ endedAt, cases }: BattleSummary, nowMs: number): number | null =>
  endedAt === null ? null : roundsShown(momentOf(nowMs - Date.parse(endedAt), cases.length, false));

function Facts({ battle, state, shown }: { battle: BattleSummary; state: State; shown: number | null }) {
  const texts = useTexts(pageTexts);
  const common = useTexts(battleTexts);
  const { number, plural, ago } = useFormat();
  const rounds = battle.cases.length;
  const words: ReactNode[] = [];
  if (state === 'running') {
    const round = number(Math.min((shown ?? 0) + 1, rounds));
    words.push(<b key="round">{shown === null ? texts.drawing : texts.roundOf(round, number(rounds))}</b>);
    if (battle.mode === 'TERMINAL') words.push(texts.lastDecides(number(rounds)));
  } else if (state === 'cancelled') words.push(texts.cancelled);
  else if (state === 'over' && battle.endedAt !== null) words.push(texts.ended(ago(battle.endedAt)));
  else words.push(plural(rounds, common.rounds));
  if (battle.isTeams) words.push(`${common.teams} 2 × 2`);
  if (battle.randomness === 'drand') words.push(common.publicRandomness);
  return (
    <p className={classes.facts}>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Their order is fixed.
        <span key={index}>{word}</span>
      ))}
      <span>#{battle.id}</span>
    </p>
  );
}

function Act({ battle, state }: { battle: BattleSummary; state: State }) {
  const texts = useTexts(pageTexts);
  const { plural } = useFormat();
  const { user } = useSession();
  const isMine = user !== null && battle.seats.some((seat) => seat.user?.id === user.id);
  if (state === 'waiting') {
    const note = battle.isPaused ? (
      texts.paused
    ) : (
      <>
        {plural(freeSeatsOf(battle), texts.free)} · {texts.expires} <Countdown end={battle.expiresAt} />
      </>
    );
    return (
      <>
        <Way id={battle.id} isPrimary={!isMine && !battle.isPaused} needsAccount={user === null}>
          {isMine ? texts.yours : texts.enter}
        </Way>
        <small>{isMine ? texts.inIt : note}</small>
      </>
    );
  }
  if (state === 'running') {
    return (
      <Way id={battle.id} icon="eye" needsAccount={user === null && battle.status === 'IN_PROGRESS'}>
        {texts.watch}
      </Way>
    );
  }
  const winners = battle.seats.filter(({ team }) => team === battle.winningTeam).map(seatNameOf);
  return (
    <>
      <Way id={battle.id} icon="shieldCheck">
        {texts.see}
      </Way>
      {state === 'over' && (
        <small>{battle.winningTeam === null ? texts.shared : texts.wonBy(winners.join(', '))}</small>
      )}
    </>
  );
}

/** A battle that needs an account leads to the login first, which returns here. */
function Way({
  id,
  icon,
  isPrimary = false,
  needsAccount = false,
  children,
}: {
  id: string;
  icon?: IconName;
  isPrimary?: boolean;
  needsAccount?: boolean;
  children: ReactNode;
}) {
  const variant = isPrimary ? 'filled' : 'default';
  const picture = icon && <Icon name={icon} />;
  if (needsAccount) {
    return (
      <Button variant={variant} fullWidth leftSection={picture} onClick={() => logIn(`/batalha/${id}`)}>
        {children}
      </Button>
    );
  }
  return (
    <Button
      variant={variant}
      fullWidth
      leftSection={picture}
      component={Link}
      to="/batalha/$id"
      params={{ id } as never}
    >
      {children}
    </Button>
  );
}
