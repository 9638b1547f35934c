import type { CaseVersionHead } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { AuditLink } from '../../parts/AuditLink.tsx';
import classes from './editor.module.css';
import { editorTexts } from './texts.ts';

/** All versions, the newest first. */
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
            <span>
              {dateTime(version.createdAt)}{' '}
              {version.createdBy === null ? texts.platform : texts.by(texts.account(version.createdBy))}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
