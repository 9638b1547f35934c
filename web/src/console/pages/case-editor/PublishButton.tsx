import { Button } from '@mantine/core';
import { useState } from 'react';
import { useConfig } from '../../../data/config.ts';
import type { AdminCaseDetail } from '../../../data/generated/api.ts';
import { invalidate, useAction } from '../../../data/queries.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { ConfirmDialog } from '../../../shared/parts/ConfirmDialog.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './editor.module.css';
import { isWhole } from './rules/coverage.ts';
import { changesContents, type Difference } from './rules/difference.ts';
import { type Draft, flipThresholdOf } from './rules/draft.ts';
import { type CentsOf, theoreticalRtp, wouldPause } from './rules/returns.ts';
import { editorTexts } from './texts.ts';

/** Off while the bar is not whole. Says what will be so before it is, and whether the case would pause. */
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
  const { number, money, percent } = useFormat();
  const config = useConfig();
  const [isAsking, setIsAsking] = useState(false);
  const publish = useAction('PATCH /admin/cases/{id}', ['GET /admin/cases', 'GET /admin/cases/{id}']);
  const isNewVersion = changesContents(difference);
  const next = number((detail.versions[0]?.number ?? 0) + 1);
  const label = isNewVersion ? texts.publish(next) : texts.publishPrice;
  const limit = config?.cases.maxRtpPercent ?? null;
  const body = {
    // What somebody else has published meanwhile is not undone unseen.
    expectedVersion: detail.versionNumber ?? 0,
    ...(difference.price !== null && { priceCents: draft.priceCents }),
    ...(isNewVersion && {
      items: draft.ranges.map(({ itemId, start, end }) => ({ itemId, hashRangeStart: start, hashRangeEnd: end })),
      flipThreshold: flipThresholdOf(draft),
    }),
  };
  return (
    <>
      <Button disabled={!isReady || !isWhole(draft.ranges)} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.confirmTitle(detail.name)}
        confirmLabel={texts.confirm}
        isBusy={publish.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() =>
          publish.mutate(
            { params: { id: detail.id }, body },
            {
              onSuccess: () => {
                setIsAsking(false);
                onPublished();
              },
              onError: () => void invalidate('GET /admin/cases/{id}'),
            },
          )
        }
      >
        <div className={classes.confirm}>
          {isNewVersion && <p>{texts.confirmVersion(next)}</p>}
          {difference.price !== null && (
            <p>{texts.confirmPrice(money(difference.price.before), money(difference.price.after))}</p>
          )}
          {played.ranges.length > 0 && (
            <p>{texts.confirmRtp(percent(theoreticalRtp(played, centsOf)), percent(theoreticalRtp(draft, centsOf)))}</p>
          )}
          {limit !== null && wouldPause(draft, centsOf, limit) && <p className={classes.warning}>{texts.tooMuch}</p>}
          <ErrorLine error={publish.error} texts={texts.errors} />
        </div>
      </ConfirmDialog>
    </>
  );
}
