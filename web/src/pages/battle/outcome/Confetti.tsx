import classes from './WinnerMoment.module.css';

const PIECES = Array.from({ length: 28 }, (_, index) => ({
  key: index,
  left: `${(index * 37) % 100}%`,
  animationDelay: `${((index * 53) % 90) / 100}s`,
  background: `var(--${['gold', 'accent', 'seat-1', 'seat-2', 'orange'][index % 5]})`,
  rotate: `${(index * 47) % 180}deg`,
}));

/** It falls once. */
export const Confetti = () => (
  <div className={classes.confetti} aria-hidden="true">
    {PIECES.map(({ key, ...style }) => (
      <i key={key} style={style} />
    ))}
  </div>
);
