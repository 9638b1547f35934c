import { useEffect, useEffectEvent, useRef } from 'react';
import type { Shoot } from '../../data/generated/api.ts';
import clover from '../../shared/art/chest-clover.svg';
import coffee from '../../shared/art/chest-coffee.svg';
import crown from '../../shared/art/chest-crown.svg';
import rifle from '../../shared/art/chest-rifle.svg';
import wave from '../../shared/art/chest-wave.svg';
import token from '../../shared/art/token.svg';
import { useFormat } from '../../shared/format/index.ts';
import { prefersReducedMotion } from '../../shared/play/reduced-motion.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Targets.module.css';
import { texts } from './texts.ts';

const CHESTS = [clover, coffee, wave, rifle, crown] as const;
const AIM_MS = 1_600;
const FADE_MS = 150;

/** Each price has a chest, and the chosen one has the crosshair. */
export function Targets({
  shoots,
  chosen,
  shotId,
  isBusy,
  onChoose,
  onHit,
}: {
  shoots: readonly Shoot[];
  chosen: number;
  /** A new one aims and hits. */
  shotId: string | null;
  isBusy: boolean;
  onChoose: (shoot: Shoot) => void;
  onHit: () => void;
}) {
  const { range } = useTexts(texts);
  const { number, money } = useFormat();
  const crosshair = useCrosshair(shotId, onHit);
  return (
    <div className={classes.targets}>
      {shoots.map((shoot, place) => {
        const isChosen = shoot.ticketPrice === chosen;
        const best = Math.max(...shoot.prizes.map(({ item }) => Number(item.valueCentsBrl)));
        return (
          <button
            key={shoot.ticketPrice}
            type="button"
            className={classes.target}
            aria-pressed={isChosen}
            disabled={isBusy}
            onClick={() => onChoose(shoot)}
          >
            <span className="visually-hidden">{range.target(number(shoot.ticketPrice))}</span>
            <span className={classes.chest}>
              <img src={CHESTS[place % CHESTS.length]} alt="" />
              {isChosen && (
                <svg ref={crosshair} viewBox="0 0 100 100" className={classes.crosshair} aria-hidden="true">
                  <circle cx="50" cy="50" r="38" />
                  <path d="M50 4v26M50 70v26M4 50h26M70 50h26" />
                  <circle cx="50" cy="50" r="3" />
                </svg>
              )}
            </span>
            <span className={classes.price}>
              <img src={token} alt="" width={18} height={18} />
              {number(shoot.ticketPrice)}
            </span>
            <small>{range.upTo(money(best))}</small>
          </button>
        );
      })}
    </div>
  );
}

function useCrosshair(shotId: string | null, onHit: () => void) {
  const crosshair = useRef<SVGSVGElement>(null);
  const hit = useEffectEvent(onHit);
  useEffect(() => {
    const element = crosshair.current;
    if (element === null || shotId === null) return;
    const isStill = prefersReducedMotion();
    const frames = isStill
      ? [{ opacity: 0 }, { opacity: 1 }]
      : [
          { transform: 'translate(-34px, 18px) scale(1.5)' },
          { transform: 'translate(26px, -14px) scale(1.25)', offset: 0.35 },
          { transform: 'translate(-8px, 6px) scale(1)', offset: 0.65 },
          { transform: 'none', offset: 0.85 },
          { transform: 'scale(0.6)', offset: 0.92 },
          { transform: 'none' },
        ];
    const animation = element.animate(frames, { duration: isStill ? FADE_MS : AIM_MS, easing: 'ease-in-out' });
    // Cancelled where the page was left.
    animation.finished.then(hit, () => undefined);
    return () => animation.cancel();
  }, [shotId]);
  return crosshair;
}
