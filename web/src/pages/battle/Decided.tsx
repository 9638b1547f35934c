import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useSession } from '../../data/session.ts';
import type { Battle } from '../../shared/battles/battle.ts';
import { roundsShown, type ShowMoment } from '../../shared/battles/show.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { playTick, playWin } from '../../shared/play/sound.ts';
import { useTexts } from '../../shared/texts/index.ts';
import { ArenaHead } from './ArenaHead.tsx';
import classes from './BattlePage.module.css';
import { type CheckedBattle, useCheckedBattle } from './check-battle.ts';
import { Outcome } from './Outcome.tsx';
import { PotBar } from './PotBar.tsx';
import { RoundStrip } from './RoundStrip.tsx';
import { SeatDrops } from './SeatDrops.tsx';
import { SeatPanel } from './SeatPanel.tsx';
import { SeatReel } from './SeatReel.tsx';
import { rollsOf, standingAfter } from './standing.ts';
import { TieRoll } from './TieRoll.tsx';
import { texts as pageTexts } from './texts.ts';
import { useShow } from './use-show.ts';

/** A battle that is decided: first its show, then its result. */
export function Decided({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const { moment, skip, replay } = useShow(battle);
  const checked = useCheckedBattle(battle);
  const { phase, round } = moment;
  const isOver = phase === 'over';
  useEffect(() => {
    if (phase === 'rest' && round > 0) playTick();
    if (phase === 'over') playWin();
  }, [phase, round]);
  const state = isOver ? (
    <Badge>{texts.over}</Badge>
  ) : (
    <Badge tone="accent" icon="eye">
      {texts.live}
    </Badge>
  );
  return (
    <>
      <ArenaHead battle={battle} state={state} />
      {isOver ? (
        <Outcome battle={battle} checked={checked} onReplay={replay} />
      ) : (
        <Show battle={battle} moment={moment} checked={checked} onSkip={skip} />
      )}
    </>
  );
}

function Show({
  battle,
  moment,
  checked,
  onSkip,
}: {
  battle: Battle;
  moment: ShowMoment;
  checked: CheckedBattle | null;
  onSkip: () => void;
}) {
  const texts = useTexts(pageTexts);
  const { user } = useSession();
  const shown = roundsShown(moment);
  const standing = standingAfter(battle, shown);
  const isRight = checked !== null && checked.verification.verdict !== 'NOT VALID';
  return (
    <>
      <RoundStrip battle={battle} round={moment.round} shown={shown} />
      {moment.phase === 'tie' && <TieRoll battle={battle} />}
      <div className={classes.seats} data-count={battle.seatCount}>
        {battle.seats.map((seat) => {
          const rolls = rollsOf(battle, seat.seat);
          const roll = rolls[moment.round - 1] ?? null;
          return (
            <SeatPanel
              key={seat.seat}
              battle={battle}
              seat={seat}
              isMe={user !== null && seat.user?.id === user.id}
              isLeader={seat.team === standing.leader}
              totalCents={standing.totals[seat.seat - 1] ?? 0n}
              hash={{
                value: roll?.serverSeedHash ?? null,
                state: isRight && shown >= moment.round ? 'after' : 'before',
              }}
            >
              <SeatReel battle={battle} seat={seat.seat} roll={roll} moment={moment} />
              <SeatDrops rolls={rolls} rounds={battle.cases.length} shown={shown} isChecked={isRight} />
            </SeatPanel>
          );
        })}
      </div>
      <PotBar battle={battle} standing={standing} shown={shown} isChecked={isRight} />
      <div className={classes.under}>
        <Button variant="default" leftSection={<Icon name="skip" />} onClick={onSkip}>
          {texts.skip}
        </Button>
      </div>
    </>
  );
}
