import { useState } from 'react';
import { isApiError } from '../../data/api-error.ts';
import { Icon } from '../icons/index.tsx';
import { Countdown } from '../parts/Countdown.tsx';
import classes from './ErrorLine.module.css';
import type { ErrorTexts } from './error-texts.ts';
import { useErrorText } from './use-error-text.ts';

/** Shows beside the button why something was not done, and the time that is left where waiting helps. */
export function ErrorLine({ error, texts = {} }: { error: unknown; texts?: ErrorTexts }) {
  const textOfError = useErrorText(texts);
  if (error === null || error === undefined) return null;
  const seconds = isApiError(error) && error.status === 429 ? error.retryAfter : null;
  return (
    <p className={classes.line} role="alert">
      <Icon name="alert" size={17} />
      <span>
        {textOfError(error)} {seconds !== null && <TimeLeft key={seconds} seconds={seconds} />}
      </span>
    </p>
  );
}

function TimeLeft({ seconds }: { seconds: number }) {
  const [end] = useState(() => Date.now() + seconds * 1_000);
  return <Countdown end={end} />;
}
