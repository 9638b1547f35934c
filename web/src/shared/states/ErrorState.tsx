import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { type ApiError, isApiError, isSessionEnded } from '../../data/api-error.ts';
import { logIn } from '../../data/session.ts';
import { useFormat } from '../format/index.ts';
import { Icon, type IconName } from '../icons/index.tsx';
import { useTimeLeft } from '../parts/Countdown.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './states.module.css';

/** Says what went wrong and what to do: offline, too many requests, a session that ended, or anything else. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const texts = useTexts(sharedTexts);
  if (isSessionEnded(error)) {
    return (
      <Message icon="lock" title={texts.states.sessionEnded} hint={texts.states.sessionEndedHint}>
        <Button onClick={() => logIn()}>{texts.logIn}</Button>
      </Message>
    );
  }
  if (isApiError(error) && error.code === 'OFFLINE') return <Offline {...(onRetry && { onRetry })} />;
  if (isApiError(error) && error.status === 429) {
    return <RateLimited seconds={error.retryAfter ?? 60} {...(onRetry && { onRetry })} />;
  }
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <Message icon="alert" title={texts.states.failed} hint={isApiError(error) ? <Words error={error} /> : null}>
      {onRetry !== undefined && <RetryButton onRetry={onRetry} />}
      {requestId !== null && <p className={classes.reference}>{texts.states.reference(requestId)}</p>}
    </Message>
  );
}

/** Words for every code are loaded when there is an error to tell; where they cannot be, the server's own are shown. */
const ErrorText = lazy(() =>
  import('../errors/ErrorText.tsx').then(
    (loaded) => ({ default: loaded.ErrorText }),
    () => ({ default: ({ error }: { error: ApiError }) => error.message }),
  ),
);

const Words = ({ error }: { error: ApiError }) => (
  <Suspense fallback={error.message}>
    <ErrorText error={error} />
  </Suspense>
);

/** Asks again by itself once the browser is online. */
function Offline({ onRetry }: { onRetry?: () => void }) {
  const texts = useTexts(sharedTexts);
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    const listener = () => retry();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, []);
  return (
    <Message icon="globe" title={texts.states.offline} hint={texts.states.offlineHint}>
      {onRetry !== undefined && <RetryButton onRetry={onRetry} />}
    </Message>
  );
}

/** Counts Retry-After down; the button works once it is over. */
function RateLimited({ seconds, onRetry }: { seconds: number; onRetry?: () => void }) {
  const texts = useTexts(sharedTexts);
  const format = useFormat();
  const [end] = useState(() => Date.now() + seconds * 1_000);
  const left = Math.ceil(useTimeLeft(end) / 1_000);
  return (
    <Message
      icon="clock"
      title={texts.states.rateLimited}
      hint={left > 0 ? texts.states.rateLimitedHint(format.seconds(left)) : null}
    >
      {onRetry !== undefined && <RetryButton onRetry={onRetry} disabled={left > 0} />}
    </Message>
  );
}

function RetryButton({ onRetry, disabled = false }: { onRetry: () => void; disabled?: boolean }) {
  const texts = useTexts(sharedTexts);
  return (
    <Button variant="default" leftSection={<Icon name="refresh" />} disabled={disabled} onClick={onRetry}>
      {texts.retry}
    </Button>
  );
}

function Message({
  icon,
  title,
  hint,
  children,
}: {
  icon: IconName;
  title: string;
  hint: ReactNode;
  children: React.ReactNode;
}) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-tone="amber">
        <Icon name={icon} size={26} />
      </span>
      <h2>{title}</h2>
      {hint !== null && <p>{hint}</p>}
      {children}
    </div>
  );
}
