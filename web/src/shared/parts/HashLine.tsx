import { useClipboard } from '@mantine/hooks';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './HashLine.module.css';

const ENDS = 14;

/** A hash with its middle cut: a lock before the play, a shield once it has been checked. A press copies the whole. */
export function HashLine({
  hash,
  state,
  label,
}: {
  /** Null while it is not known: the place is reserved. */
  hash: string | null;
  state: 'before' | 'after';
  label?: string;
}) {
  const texts = useTexts(sharedTexts);
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  const shown = hash === null ? '…' : hash.length > ENDS + 6 ? `${hash.slice(0, ENDS)}…${hash.slice(-4)}` : hash;
  return (
    <span className={classes.line}>
      <Icon name={state === 'before' ? 'lock' : 'shieldCheck'} size={16} />
      <span className={classes.label}>{label ?? texts.hash[state]}</span>
      <button
        type="button"
        className={classes.hash}
        disabled={hash === null}
        title={hash ?? undefined}
        onClick={() => hash !== null && copy(hash)}
      >
        <span className="visually-hidden">{texts.hash.copy}: </span>
        {copied ? texts.copied : shown}
      </button>
    </span>
  );
}
