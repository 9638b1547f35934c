import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Battle } from '../../shared/battles/battle.ts';
import { keepHeadOf } from '../../shared/fairness/public-draw-trust.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { CountdownRing, useTimeLeft } from '../../shared/parts/Countdown.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './AwaitedDraw.module.css';
import { texts as pageTexts } from './texts.ts';

const LOOK_AGAIN_MS = 3_000;

/**
 * What a battle that is full waits for, with the time that is left. This browser fetches the signed head that has the seats
 * and keeps it, while nobody can know the round: afterwards no other list of seats can be passed off on it.
 */
export function AwaitedDraw({ battle, beacon }: { battle: Battle; beacon: NonNullable<Battle['beacon']> }) {
  const texts = useTexts(pageTexts).draw;
  const { number, time } = useFormat();
  const { dueAt } = beacon;
  const { data: head = null } = useQuery({
    queryKey: ['head of battle', battle.id],
    queryFn: () => keepHeadOf('BATTLES', battle),
    enabled: battle.beaconDelaySeconds !== null,
    refetchInterval: ({ state }) => (state.data == null ? LOOK_AGAIN_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const left = useTimeLeft(dueAt ?? battle.createdAt);
  return (
    <section className={classes.awaited} aria-label={texts.title}>
      {dueAt !== null && <CountdownRing start={battle.startedAt ?? battle.createdAt} end={dueAt} label={texts.left} />}
      <div>
        <h2>
          <Icon name="globe" size={18} />
          {texts.title}
        </h2>
        <ol>
          {battle.startedAt !== null && (
            <Step isDone words={texts.closed(time(battle.startedAt))}>
              {battle.beaconDelaySeconds !== null && texts.closedMeans(number(battle.beaconDelaySeconds))}
            </Step>
          )}
          {battle.beaconDelaySeconds !== null && (
            <Step isDone={head !== null} words={head === null ? texts.logging : texts.logged(time(head.at))}>
              {texts.loggedMeans}
            </Step>
          )}
          <Step isDone={false} words={left > 0 ? texts.awaited(number(beacon.round)) : texts.arriving}>
            {left > 0 && dueAt !== null ? texts.comes(time(dueAt)) : texts.arrivingMeans}
          </Step>
        </ol>
      </div>
    </section>
  );
}

function Step({ isDone, words, children }: { isDone: boolean; words: string; children: ReactNode }) {
  return (
    <li data-done={isDone}>
      <Icon name={isDone ? 'check' : 'clock'} size={17} />
      <span>
        <strong>{words}</strong>
        <small>{children}</small>
      </span>
    </li>
  );
}
