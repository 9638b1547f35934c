import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../../data/config.ts';
import type { MoneyWithdrawal } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Timeline, type TimelineStep } from '../../../shared/parts/Timeline.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { CancelButton } from './CancelButton.tsx';
import { maskPixKey } from './pix-keys.ts';
import { texts as allTexts } from './texts.ts';
import classes from './withdraw.module.css';

const HOUR_MS = 3_600_000;

/** Shows the done steps of a withdrawal, what it waits for and why, and how to cancel it while that is possible. */
export function ProgressPanel({ withdrawal }: { withdrawal: MoneyWithdrawal }) {
  const texts = useTexts(allTexts).progress;
  const kinds = useTexts(allTexts).kinds;
  const { money, dateTime } = useFormat();
  const waitUntil = useQuery(apiQuery('GET /payment/2fa')).data?.withdrawalsWaitUntil ?? null;
  const steps = useSteps(withdrawal, waitUntil);
  const { id, status, amountCents, pixKey, pixKeyType } = withdrawal;
  const key =
    pixKey === null ? kinds[pixKeyType] : `${kinds[pixKeyType]} ${maskPixKey({ type: pixKeyType, key: pixKey })}`;
  const canCancel = status === 'PENDING';
  return (
    <Panel>
      <div className={classes.progressHead}>
        <h2>{texts.title(money(amountCents))}</h2>
        <Badge tone={status === 'APPROVED' ? 'accent' : 'amber'}>
          {texts.status[status as keyof typeof texts.status]}
        </Badge>
        <span>{texts.number(id, key)}</span>
      </div>
      <Timeline steps={steps} way="across" />
      <div className={classes.progressFoot}>
        <p>{status === 'PENDING' && waitUntil !== null ? texts.waitWhy(dateTime(waitUntil)) : texts.why}</p>
        {canCancel && <CancelButton withdrawal={withdrawal} />}
      </div>
    </Panel>
  );
}

function useSteps(withdrawal: MoneyWithdrawal, waitUntil: string | null): TimelineStep[] {
  const texts = useTexts(allTexts).progress;
  const { dateTime } = useFormat();
  const hours = useConfig()?.withdrawals.reviewHours ?? 24;
  const { createdAt, expiresAt, confirmedAt, approvedAt } = withdrawal;
  const isReviewed = confirmedAt !== null && approvedAt === null;
  const reviewNote = () => {
    if (approvedAt !== null) return dateTime(approvedAt);
    if (confirmedAt === null) return undefined;
    if (waitUntil !== null) return texts.waitNote(dateTime(waitUntil));
    return texts.reviewNote(dateTime(new Date(new Date(confirmedAt).getTime() + hours * HOUR_MS)));
  };
  return [
    { name: texts.asked, state: 'done', note: texts.askedNote(dateTime(createdAt)) },
    confirmedAt === null
      ? { name: texts.confirmed, state: 'now', note: texts.untilNote(dateTime(expiresAt)) }
      : { name: texts.confirmed, state: 'done', note: texts.confirmedNote(dateTime(confirmedAt)) },
    { name: texts.review, state: approvedAt !== null ? 'done' : isReviewed ? 'now' : 'later', note: reviewNote() },
    { name: texts.sent, state: approvedAt !== null ? 'now' : 'later', note: texts.sentNote },
  ];
}
