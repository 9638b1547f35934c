import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ApiError, isSessionEnded } from '../../../data/api-error.ts';
import { logIn } from '../../../data/session.ts';
import { useErrorText } from '../../../shared/errors/use-error-text.ts';
import { type Format, useFormat } from '../../../shared/format/index.ts';
import { Icon, type IconName } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import { isRefusal } from './ask.ts';
import classes from './Notice.module.css';
import type { OpenRequest } from './types.ts';

/** The notice concerns the next press, so it stands beside the button. */
export function Notice({
  icon = 'alert',
  title,
  children,
  action,
}: {
  icon?: IconName;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.notice} role="alert">
      <Icon name={icon} size={20} />
      <div className={classes.words}>
        <strong>{title}</strong>
        <p>{children}</p>
      </div>
      {action}
    </div>
  );
}

export function FailureNotice({
  request,
  error,
  onAskAgain,
  several,
}: {
  request: OpenRequest;
  error: unknown;
  onAskAgain: () => void;
  /** Opens more of them by the next press; null where that is what was tried. */
  several: ReactNode;
}) {
  const { notice } = useTexts(texts);
  const format = useFormat();
  const errorText = useErrorText();
  if (isSessionEnded(error)) {
    return <SessionEnded />;
  }
  if (!isRefusal(error)) {
    const button = <Button onClick={onAskAgain}>{notice.askAgain}</Button>;
    return (
      <Notice icon="globe" title={notice.stillInDoubt} action={button}>
        {notice.stillInDoubtHint}
      </Notice>
    );
  }
  const [title, hint] = wordsOf(error, request, notice, format, errorText);
  const isLimited = error.status === 429;
  return (
    <Notice icon={isLimited ? 'clock' : 'alert'} title={title} action={isLimited ? several : undefined}>
      {hint}
    </Notice>
  );
}

/** The press has opened the case, and only what came out is not shown. */
export function UnseenNotice({ onAskAgain }: { onAskAgain: () => void }) {
  const { notice } = useTexts(texts);
  const button = <Button onClick={onAskAgain}>{notice.askAgain}</Button>;
  return (
    <Notice icon="globe" title={notice.unseen} action={button}>
      {notice.unseenHint}
    </Notice>
  );
}

export function SessionEnded() {
  const words = useTexts(texts);
  const button = <Button onClick={() => logIn()}>{words.logInToOpen}</Button>;
  return (
    <Notice icon="lock" title={words.notice.sessionEnded} action={button}>
      {words.notice.sessionEndedHint}
    </Notice>
  );
}

type Words = (typeof texts)['en']['notice'];

function wordsOf(
  error: ApiError,
  { body }: OpenRequest,
  notice: Words,
  format: Format,
  errorText: (error: unknown) => string,
): readonly [string, string] {
  const { params } = error;
  switch (error.code) {
    case 'CASE_NOT_AS_EXPECTED': {
      const [before, now] = [String(body.expectedPriceCents), String(params.priceCents)];
      if (before === now) return [notice.contentsChanged, notice.contentsChangedHint(String(params.version))];
      return [notice.priceChanged, notice.priceChangedHint(format.money(before), format.money(now))];
    }
    case 'CASE_PAUSED':
      return [notice.paused, notice.failedHint];
    case 'TOO_MANY_REQUESTS':
      return [notice.tooMany, notice.tooManyHint];
    case 'INSUFFICIENT_BALANCE':
      return [notice.balance, notice.balanceHint];
    case 'SELF_EXCLUDED':
      return [notice.excluded, notice.excludedHint(format.dateTime(String(params.until)))];
    case 'WAGER_LIMIT_REACHED':
      return [notice.wagerLimit, errorText(error)];
    case 'LOSS_LIMIT_REACHED':
      return [notice.lossLimit, errorText(error)];
    default:
      return [notice.failed, errorText(error)];
  }
}
