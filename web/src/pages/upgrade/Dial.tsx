import { useEffect, useEffectEvent, useRef } from 'react';
import type { Upgrade } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { prefersReducedMotion } from '../../shared/play/reduced-motion.ts';
import { tickAlong } from '../../shared/play/tick-along.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Dial.module.css';
import { angleOf, type Offer } from './offer.ts';
import { texts } from './texts.ts';

const TURN_MS = 4_000;
const FADE_MS = 150;
const TURNS = 5;
const TICKS = 100;
/** That are heard. */
const TICKS_A_TURN = 10;

/** The winning arc ends at twelve, since high rolls win. The needle stops where the roll says. */
export function Dial({
  offer,
  upgrade,
  isTurning,
  isSkipped,
  onStop,
}: {
  /** It is null while nothing can be played. */
  offer: Offer | null;
  /** It is null before the press. */
  upgrade: Upgrade | null;
  isTurning: boolean;
  isSkipped: boolean;
  onStop: () => void;
}) {
  const threshold = upgrade?.successThreshold ?? offer?.threshold ?? null;
  const from = threshold === null ? 360 : angleOf(threshold);
  const needle = useNeedle(upgrade, isSkipped, onStop);
  return (
    <div className={classes.dial} data-result={upgrade === null || isTurning ? 'open' : upgrade.status}>
      <svg viewBox="0 0 400 400" aria-hidden="true" focusable="false">
        <circle className={classes.edge} cx="200" cy="200" r="197" />
        <circle className={classes.track} cx="200" cy="200" r="178" />
        {from < 360 && (
          <circle
            className={classes.arc}
            cx="200"
            cy="200"
            r="178"
            pathLength={360}
            strokeDasharray={`${360 - from} 360`}
            transform={`rotate(${from - 90} 200 200)`}
          />
        )}
        <path className={classes.ticks} d={ticksBetween(0, from)} />
        <path className={classes.winningTicks} d={ticksBetween(from, 360)} />
      </svg>
      <div ref={needle} className={classes.needle} aria-hidden="true" />
      <Middle offer={offer} upgrade={upgrade} isTurning={isTurning} />
    </div>
  );
}

function Middle({ offer, upgrade, isTurning }: { offer: Offer | null; upgrade: Upgrade | null; isTurning: boolean }) {
  const { dial } = useTexts(texts);
  const { percent, number } = useFormat();
  if (upgrade !== null && !isTurning) {
    return (
      <div className={classes.middle} aria-live="polite">
        <span>{dial.roll}</span>
        <strong className={classes.roll}>{number(upgrade.roll)}</strong>
        <span className={classes.result}>{upgrade.isSuccess ? dial.won : dial.lost}</span>
      </div>
    );
  }
  const chance = upgrade?.chancePercent ?? offer?.chancePercent ?? null;
  return (
    <div className={classes.middle}>
      <span>{isTurning ? dial.turning : dial.chance}</span>
      <strong className={classes.chance}>{chance === null ? '–' : percent(chance, 2)}</strong>
      <span className={classes.multiple} data-empty={offer === null}>
        {offer === null ? ' ' : dial.multiple(number(Math.round(offer.multiple * 100) / 100))}
      </span>
    </div>
  );
}

function useNeedle(upgrade: Upgrade | null, isSkipped: boolean, onStop: () => void) {
  const needle = useRef<HTMLDivElement>(null);
  const running = useRef<Animation | null>(null);
  const stopped = useEffectEvent(onStop);
  const id = upgrade?.id ?? null;
  const roll = upgrade?.roll ?? 0;
  useEffect(() => {
    const element = needle.current;
    if (element === null || id === null) return;
    const isStill = prefersReducedMotion();
    const end = `rotate(${TURNS * 360 + angleOf(roll)}deg)`;
    const frames = isStill
      ? [
          { transform: end, opacity: 0 },
          { transform: end, opacity: 1 },
        ]
      : [{ transform: 'rotate(0deg)' }, { transform: end }];
    const animation = element.animate(frames, {
      duration: isStill ? FADE_MS : TURN_MS,
      easing: 'cubic-bezier(.12, .8, .16, 1)',
      fill: 'forwards',
    });
    running.current = animation;
    const silence = tickAlong(animation, TURNS * TICKS_A_TURN);
    // Cancelled where the page was left.
    animation.finished.then(stopped, () => undefined);
    return () => {
      silence();
      animation.cancel();
    };
  }, [id, roll]);
  useEffect(() => {
    if (isSkipped) running.current?.finish();
  }, [isSkipped]);
  return needle;
}

/** Draws short lines inside the ring, a longer one every tenth, between the angles `from` and `to`. */
function ticksBetween(from: number, to: number): string {
  const lines: string[] = [];
  for (let tick = 0; tick < TICKS; tick++) {
    const angle = (tick / TICKS) * 360;
    if (angle < from || angle >= to) continue;
    const [sin, cos] = [Math.sin((angle * Math.PI) / 180), -Math.cos((angle * Math.PI) / 180)];
    const inner = tick % 10 === 0 ? 138 : 146;
    const at = (radius: number) => `${(200 + sin * radius).toFixed(2)} ${(200 + cos * radius).toFixed(2)}`;
    lines.push(`M${at(inner)}L${at(154)}`);
  }
  return lines.join('');
}
