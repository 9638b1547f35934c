import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useConfig } from '../../../data/config.ts';
import type { Case } from '../../../data/generated/api.ts';
import { useRateStanding } from '../../../data/rate-limits.ts';
import { useSession } from '../../../data/session.ts';
import { RefusalKept } from '../../../shared/fairness/RefusalKept.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { useTimeLeft } from '../../../shared/parts/Countdown.tsx';
import { prefersReducedMotion } from '../../../shared/play/reduced-motion.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import { FailureNotice, Notice, UnseenNotice } from './Notice.tsx';
import classes from './OpeningNotices.module.css';
import type { OpenRequest } from './types.ts';
import type { Phase } from './use-opening.ts';

const SEVERAL = 10;

/**
 * These stand between the button and the result: a pause, a refusal, a lost connection, the rest of this minute's
 * limit.
 */
export function OpeningNotices({
  shown,
  phase,
  quantity,
  most,
  onAskAgain,
  onQuantity,
}: {
  shown: Case;
  phase: Phase;
  quantity: number;
  /** How many the next press may open. */
  most: number;
  onAskAgain: (request: OpenRequest) => void;
  onQuantity: (quantity: number) => void;
}) {
  const { notice, openSeveral } = useTexts(texts);
  const { number, percent, dateTime } = useFormat();
  const config = useConfig();
  const { session } = useSession();
  if (phase.name === 'asking') {
    return phase.isInDoubt ? (
      <Notice icon="globe" title={notice.inDoubt}>
        {notice.inDoubtHint}
      </Notice>
    ) : null;
  }
  if (phase.name === 'failed') {
    const several =
      quantity < SEVERAL ? (
        <Button variant="default" onClick={() => onQuantity(SEVERAL)}>
          {openSeveral(number(SEVERAL))}
        </Button>
      ) : undefined;
    const askAgain = () => onAskAgain(phase.request);
    return phase.isOpened ? (
      <UnseenNotice onAskAgain={askAgain} />
    ) : (
      <InSight>
        <FailureNotice request={phase.request} error={phase.error} several={several} onAskAgain={askAgain} />
        <RefusalKept />
        {quantity > most && <SeedIsBoundNotice most={most} />}
      </InSight>
    );
  }
  if (quantity > most) return <SeedIsBoundNotice most={most} />;
  if (shown.isPaused) {
    return (
      <Notice icon="pause" title={notice.paused}>
        {notice.pausedHint(percent(config?.cases.maxRtpPercent ?? 100))}
      </Notice>
    );
  }
  if (session.exclusion !== null) {
    return (
      <Notice icon="pause" title={notice.excluded}>
        {notice.excludedHint(dateTime(session.exclusion.until))}
      </Notice>
    );
  }
  return <OpeningsLeft />;
}

/** On a telephone it stands below what is seen: a press that opens nothing must say so. */
function InSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'nearest' });
  }, []);
  return (
    <div ref={place} className={classes.inSight}>
      {children}
    </div>
  );
}

/** A refused play has sent a seed that may go with no more hashes than these. */
function SeedIsBoundNotice({ most }: { most: number }) {
  const { notice } = useTexts(texts);
  const { number } = useFormat();
  return <Notice title={notice.seedIsBound(number(most))}>{notice.seedIsBoundHint}</Notice>;
}

/** The number appears only near the limit, because nobody needs it before. */
function OpeningsLeft() {
  const words = useTexts(texts);
  const { number } = useFormat();
  const standing = useRateStanding('POST /cases/{id}/open');
  const leftMs = useTimeLeft(standing?.resetsAt ?? 0);
  return (
    <p className={classes.left}>
      {standing !== null && leftMs > 0 && (
        <>
          {standing.remaining === 1 ? words.leftOne : words.left(number(standing.remaining))} {words.severalAtOnce}
        </>
      )}
    </p>
  );
}
