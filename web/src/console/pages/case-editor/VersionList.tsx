import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseDifference, CaseVersionHead } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { AuditLink } from '../../parts/AuditLink.tsx';
import { Refusal } from '../../parts/Refusal.tsx';
import classes from './editor.module.css';
import { editorTexts } from './texts.ts';

export function VersionList({
  caseId,
  versions,
  playedNumber,
}: {
  caseId: string;
  versions: readonly CaseVersionHead[];
  playedNumber: number | null;
}) {
  const texts = useTexts(editorTexts);
  const { number, dateTime } = useFormat();
  return (
    <Panel title={texts.versions} aside={<AuditLink entity={{ type: 'case', id: caseId }} />}>
      <ul className={classes.versions}>
        {versions.map((version) => (
          <li key={version.number}>
            <strong>{texts.versionNumber(number(version.number))}</strong>
            {version.number === playedNumber && <Badge tone="accent">{texts.playedNow}</Badge>}
            <span className={classes.versionNote}>
              {dateTime(version.createdAt)}{' '}
              {version.createdBy === null ? texts.platform : texts.by(texts.account(version.createdBy))}
            </span>
            {version.number > 1 && <VersionChanges caseId={caseId} number={version.number} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function VersionChanges({ caseId, number: version }: { caseId: string; number: number }) {
  const texts = useTexts(editorTexts);
  const { number } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useQuery({
    ...apiQuery('GET /admin/cases/{id}/difference', {
      params: { id: caseId },
      query: { from: version - 1, to: version },
    }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <details className={classes.changes} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{texts.changes(number(version))}</summary>
      <Refusal error={error} />
      {data !== undefined && <Changes difference={data} />}
    </details>
  );
}

function Changes({ difference }: { difference: CaseDifference }) {
  const texts = useTexts(editorTexts);
  const { percent, plural } = useFormat();
  const { items, unchangedItems, isReordered, flipThresholdBefore, flipThresholdAfter } = difference;
  const chance = (rolls: number, chancePercent: string) => (rolls === 0 ? texts.out : percent(chancePercent, 5));
  return (
    <>
      <ul>
        {items.map(({ itemId, name, rollsBefore, rollsAfter, chancePercentBefore, chancePercentAfter }) => (
          <li key={itemId}>
            <span>{name}</span>
            <span>
              <del>{chance(rollsBefore, chancePercentBefore)}</del> →{' '}
              <ins>{chance(rollsAfter, chancePercentAfter)}</ins>
            </span>
          </li>
        ))}
      </ul>
      {flipThresholdBefore !== flipThresholdAfter && <p>{texts.flipMoved}</p>}
      <p>{isReordered ? texts.reordered : texts.unchanged(plural(unchangedItems, texts.items))}</p>
    </>
  );
}
