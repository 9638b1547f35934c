import { useEffect, useEffectEvent, useState } from 'react';
import { useFormat } from '../format/index.ts';
import classes from './Countdown.module.css';

/** Counts the milliseconds until `end` every second, and calls `onEnd` when it is reached. */
export function useTimeLeft(end: string | number | Date, onEnd: () => void = () => undefined): number {
  const endMs = new Date(end).getTime();
  const [left, setLeft] = useState(() => Math.max(0, endMs - Date.now()));
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    const tick = () => {
      const next = Math.max(0, endMs - Date.now());
      setLeft(next);
      if (next > 0) return;
      clearInterval(timer);
      ended();
    };
    const timer = setInterval(tick, 1_000);
    tick();
    return () => clearInterval(timer);
  }, [endMs]);
  return left;
}

export function Countdown({ end, onEnd }: { end: string | number | Date; onEnd?: () => void }) {
  const { countdown } = useFormat();
  return (
    <span className={classes.time} role="timer">
      {countdown(useTimeLeft(end, onEnd))}
    </span>
  );
}

const RADIUS = 40;
const AROUND = 2 * Math.PI * RADIUS;

/** The ring empties from `start` to `end`. */
export function CountdownRing({
  start,
  end,
  label,
  onEnd,
}: {
  start: string | number | Date;
  end: string | number | Date;
  label?: string;
  onEnd?: () => void;
}) {
  const { countdown } = useFormat();
  const left = useTimeLeft(end, onEnd);
  const whole = Math.max(1, new Date(end).getTime() - new Date(start).getTime());
  return (
    <div className={classes.ring} role="timer">
      <svg viewBox="0 0 96 96" aria-hidden="true" focusable="false">
        <circle className={classes.track} cx="48" cy="48" r={RADIUS} />
        <circle
          className={classes.arc}
          cx="48"
          cy="48"
          r={RADIUS}
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - Math.min(1, left / whole))}
        />
      </svg>
      <span className={classes.inside}>
        <span className={classes.time}>{countdown(left)}</span>
        {label !== undefined && <small>{label}</small>}
      </span>
    </div>
  );
}
