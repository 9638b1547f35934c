import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '../format/index.ts';
import { Icon } from '../icons/index.tsx';
import { CountdownRing, useTimeLeft } from '../parts/Countdown.tsx';
import { useTexts } from '../texts/index.ts';
import classes from './AwaitedDraw.module.css';
import { awaitedDrawTexts } from './awaited-draw-texts.ts';
import { keepHeadOf } from './public-draw-trust.ts';

const LOOK_AGAIN_MS = 3_000;

/** The whole answer is needed to compute the leaves that the log must have. */
interface AwaitingGame {
  id: string;
  createdAt: string;
  /** Games from before there was such a delay have null. */
  beaconDelaySeconds: number | null;
}

/**
 * Shows what a full battle, or a raffle whose sales are closed, waits for. Meanwhile this browser fetches and keeps the
 * signed head that has everything that was fixed, so that no other list of seats or tickets can be presented after the
 * round.
 */
export function AwaitedDraw({
  kind,
  game,
  beacon: { round, dueAt },
  closedAt,
}: {
  kind: 'BATTLES' | 'RAFFLES';
  game: AwaitingGame;
  beacon: { round: number; dueAt: string | null };
  closedAt: string | null;
}) {
  const texts = useTexts(awaitedDrawTexts);
  const { number, time } = useFormat();
  const { id, createdAt, beaconDelaySeconds } = game;
  const { data: head = null } = useQuery({
    queryKey: ['head before the round', kind, id],
    queryFn: () => keepHeadOf(kind, game),
    enabled: beaconDelaySeconds !== null,
    refetchInterval: ({ state }) => (state.data == null ? LOOK_AGAIN_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const left = useTimeLeft(dueAt ?? createdAt);
  return (
    <section className={classes.awaited} aria-label={texts.title}>
      {dueAt !== null && <CountdownRing start={closedAt ?? createdAt} end={dueAt} label={texts.left} />}
      <div>
        <h2>
          <Icon name="globe" size={18} />
          {texts.title}
        </h2>
        <ol>
          {closedAt !== null && (
            <Step isDone words={texts.closed[kind](time(closedAt))}>
              {beaconDelaySeconds !== null && texts.closedMeans(number(beaconDelaySeconds))}
            </Step>
          )}
          {beaconDelaySeconds !== null && (
            <Step isDone={head !== null} words={head === null ? texts.logging : texts.logged(time(head.at))}>
              {texts.loggedMeans[kind]}
            </Step>
          )}
          <Step isDone={false} words={left > 0 ? texts.awaited(number(round)) : texts.arriving}>
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
