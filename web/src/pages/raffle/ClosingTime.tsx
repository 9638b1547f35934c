import { useTimeLeft } from '../../shared/parts/Countdown.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './ClosingTime.module.css';
import { texts } from './texts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Days, hours, minutes and seconds until sales close, each in a box. */
export function ClosingTime({ end, onEnd }: { end: string; onEnd: () => void }) {
  const { units } = useTexts(texts);
  const left = useTimeLeft(end, onEnd);
  const boxes = [
    [Math.floor(left / DAY), units.days],
    [Math.floor((left % DAY) / HOUR), units.hours],
    [Math.floor((left % HOUR) / MINUTE), units.minutes],
    [Math.floor((left % MINUTE) / SECOND), units.seconds],
  ] as const;
  return (
    <span className={classes.boxes} role="timer">
      {boxes.map(([value, unit]) => (
        <span key={unit} className={classes.box}>
          <b>{String(value).padStart(2, '0')}</b>
          <small>{unit}</small>
        </span>
      ))}
    </span>
  );
}
