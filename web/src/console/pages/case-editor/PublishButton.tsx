import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { useConfig } from '../../../data/config.ts';
import type { AdminCaseDetail } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import type { Decision } from '../../parts/decision.types.ts';
import { ReasonDialog } from '../../parts/ReasonDialog.tsx';
import classes from './editor.module.css';
import { isWhole } from './rules/coverage.ts';
import { changesContents, type Difference } from './rules/difference.ts';
import { type Draft, flipThresholdOf } from './rules/draft.ts';
import { type CentsOf, theoreticalRtp, wouldPause } from './rules/returns.ts';
import { editorTexts } from './texts.ts';

/** It is off while the bar is not whole. It says in advance what will change, and whether the case would pause. */
export function PublishButton({
  detail,
  draft,
  played,
  difference,
  centsOf,
  isReady,
  onPublished,
}: {
  detail: AdminCaseDetail;
  draft: Draft;
  played: Draft;
  difference: Difference;
  centsOf: CentsOf;
  isReady: boolean;
  onPublished: () => void;
}) {
  const texts = useTexts(editorTexts);
  const { number } = useFormat();
  const [isAsking, setIsAsking] = useState(false);
  const isNewVersion = changesContents(difference);
  const next = number((detail.versions[0]?.number ?? 0) + 1);
  const label = isNewVersion ? texts.publish(next) : texts.publishPrice;
  const body = {
    // A version that somebody else published meanwhile is not replaced unseen.
    expectedVersion: detail.versionNumber ?? 0,
    ...(difference.price !== null && { priceCents: draft.priceCents }),
    ...(isNewVersion && {
      items: draft.ranges.map(({ itemId, start, end }) => ({ itemId, hashRangeStart: start, hashRangeEnd: end })),
      flipThreshold: flipThresholdOf(draft),
    }),
  };
  const publish = async (reason: string) => {
    try {
      await call('PATCH /admin/cases/{id}', { params: { id: detail.id }, body: { ...body, reason } });
    } catch (error) {
      // Somebody else may have published.
      void invalidate('GET /admin/cases/{id}');
      throw error;
    }
  };
  const decision: Decision = {
    id: 'publish',
    label: texts.confirm,
    tone: 'go',
    effect: <Effect {...{ next, isNewVersion, draft, played, difference, centsOf }} />,
    run: publish,
  };
  return (
    <>
      <Button disabled={!isReady || !isWhole(draft.ranges)} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ReasonDialog
        title={texts.confirmTitle(detail.name)}
        decision={isAsking ? decision : null}
        errors={texts.errors}
        onClose={() => setIsAsking(false)}
        onDone={() => {
          setIsAsking(false);
          void invalidate('GET /admin/cases', 'GET /admin/cases/{id}');
          onPublished();
        }}
      />
    </>
  );
}

function Effect({
  next,
  isNewVersion,
  draft,
  played,
  difference,
  centsOf,
}: {
  /** The number of the version to be. */
  next: string;
  isNewVersion: boolean;
  draft: Draft;
  played: Draft;
  difference: Difference;
  centsOf: CentsOf;
}) {
  const texts = useTexts(editorTexts);
  const { money, percent } = useFormat();
  const limit = useConfig()?.cases.maxRtpPercent ?? null;
  return (
    <span className={classes.confirm}>
      {isNewVersion && <span>{texts.confirmVersion(next)}</span>}
      {difference.price !== null && (
        <span>{texts.confirmPrice(money(difference.price.before), money(difference.price.after))}</span>
      )}
      {played.ranges.length > 0 && (
        <span>
          {texts.confirmRtp(percent(theoreticalRtp(played, centsOf)), percent(theoreticalRtp(draft, centsOf)))}
        </span>
      )}
      {limit !== null && wouldPause(draft, centsOf, limit) && <span className={classes.warning}>{texts.tooMuch}</span>}
    </span>
  );
}
