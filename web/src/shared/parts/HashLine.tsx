import { useClipboard } from '@mantine/hooks';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './HashLine.module.css';

const LAST = 4;

/** A hash with its middle cut to the room there is: a lock before the play, a shield once it has been checked. A press copies the whole. */
export function HashLine({
  hash,
  state,
  label,
}: {
  /** It is null while it is not known, and its place is kept free. */
  hash: string | null;
  state: 'before' | 'after';
  label?: string;
}) {
  const texts = useTexts(sharedTexts);
  const { copy, copied } = useClipboard({ timeout: 2_000 });
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
        {copied ? texts.copied : <Cut hash={hash ?? '…'} />}
      </button>
    </span>
  );
}

/** The middle is only hidden, so that screen readers and searches find the whole hash. */
const Cut = ({ hash }: { hash: string }) => (
  <>
    <span className={classes.first}>{hash.slice(0, -LAST)}</span>
    <span>{hash.slice(-LAST)}</span>
  </>
);
