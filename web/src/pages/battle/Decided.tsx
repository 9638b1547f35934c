import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useSession } from '../../data/session.ts';
import type { Battle } from '../../shared/battles/battle.ts';
import { roundsShown, type ShowMoment } from '../../shared/battles/show.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { playTick, playWin } from '../../shared/play/sound.ts';
import { useTexts } from '../../shared/texts/index.ts';
import { ArenaHead } from './ArenaHead.tsx';
import { PotBar } from './arena/PotBar.tsx';
import { RoundStrip } from './arena/RoundStrip.tsx';
import { SeatDrops } from './arena/SeatDrops.tsx';
import { SeatPanel } from './arena/SeatPanel.tsx';
import { SeatReel } from './arena/SeatReel.tsx';
import { rollsOf, standingAfter } from './arena/standing.ts';
import { TieRoll } from './arena/TieRoll.tsx';
import { useShow } from './arena/use-show.ts';
import classes from './BattlePage.module.css';
import { type CheckedBattle, useCheckedBattle } from './outcome/check-battle.ts';
import { Outcome } from './outcome/Outcome.tsx';
import { PublicDraw } from './PublicDraw.tsx';
import { texts as pageTexts } from './texts.ts';

export function Decided({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const { moment, skip, replay } = useShow(battle);
  const checked = useCheckedBattle(battle);
  const { phase } = moment;
  const isOver = phase === 'over';
  const hasWatched = useRef(false);
  useEffect(() => {
    if (phase === 'rest') playTick();
    if (phase === 'over' && hasWatched.current) playWin();
    hasWatched.current = phase !== 'over';
  }, [phase]);
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
  const isOnPhone = useMediaQuery('(max-width: 760px)') === true;
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
              standing={standing}
              hash={{
                value: roll?.serverSeedHash ?? null,
                nonce: roll?.nonce ?? seat.firstNonce,
                state: isRight && shown >= moment.round ? 'after' : 'before',
              }}
            >
              <SeatReel battle={battle} seat={seat.seat} roll={roll} moment={moment} isOnPhone={isOnPhone} />
              <SeatDrops
                rolls={rolls}
                rounds={battle.cases.length}
                most={isOnPhone && battle.seatCount > 2 ? 3 : 6}
                shown={shown}
                isChecked={isRight}
              />
            </SeatPanel>
          );
        })}
      </div>
      <PotBar battle={battle} standing={standing} shown={shown} isChecked={isRight} />
      <PublicDraw battle={battle} />
      <div className={classes.under}>
        <Button variant="default" leftSection={<Icon name="skip" />} onClick={onSkip}>
          {texts.skip}
        </Button>
      </div>
    </>
  );
}
