import { useState } from 'react';
import classes from './items.module.css';

/**
 * A number in a table changes while it is typed. With the focus it shows the typed text, otherwise the value; text that
 * is no number is marked and changes nothing.
 */
export function TypedCell({
  label,
  shown,
  parse,
  isWrong = false,
  kind,
  onValue,
  onFocus,
}: {
  label: string;
  shown: string;
  parse: (text: string) => number | null;
  isWrong?: boolean;
  kind: 'roll' | 'chance';
  onValue: (value: number) => void;
  onFocus: () => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const isUnreadable = typed !== null && parse(typed) === null;
  return (
    <input
      className={classes.typed}
      data-kind={kind}
      aria-label={label}
      aria-invalid={isUnreadable || isWrong}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? shown}
      onFocus={({ currentTarget }) => {
        setTyped(shown);
        onFocus();
        currentTarget.select();
      }}
      onBlur={() => setTyped(null)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const value = parse(currentTarget.value);
        if (value !== null) onValue(value);
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  );
}
