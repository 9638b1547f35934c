import classes from './Logo.module.css';

export function Logo() {
  return (
    <span className={classes.logo}>
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path d="M16 2l12.5 7v14L16 30 3.5 23V9z" fill="var(--accent)" />
        <path d="M12.5 9.500V22h8" fill="none" stroke="var(--accent-ink)" strokeWidth="4" />
      </svg>
      <span className={classes.name}>LISURA</span>
    </span>
  );
}
