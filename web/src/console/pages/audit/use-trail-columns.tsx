import type { TrailEntry } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import type { Column } from '../../parts/DataTable.tsx';
import classes from './audit.module.css';
import { reasonOf, toneOf } from './entry-words.ts';
import { texts as ownTexts } from './texts.ts';

export function useTrailColumns(): Column<TrailEntry>[] {
  const texts = useTexts(ownTexts);
  const { dateTime } = useFormat();
  return [
    {
      id: 'number',
      header: texts.number,
      cell: ({ id }) => <code className={classes.number}>{id}</code>,
      csv: ({ id }) => id,
      phone: 'meta',
    },
    {
      id: 'when',
      header: texts.when,
      cell: ({ createdAt }) => dateTime(createdAt),
      csv: ({ createdAt }) => createdAt,
      phone: 'value',
    },
    {
      id: 'who',
      header: texts.who,
      cell: ({ actorName, actorId }) => actorName ?? actorId ?? texts.system,
      csv: ({ actorName, actorId }) => actorName ?? actorId ?? 'SYSTEM',
    },
    {
      id: 'action',
      header: texts.action,
      cell: ({ action }) => (
        <Badge tone={toneOf(action)}>
          <code>{action}</code>
        </Badge>
      ),
      csv: ({ action }) => action,
      phone: 'title',
    },
    ...useSubjectColumns(),
  ];
}

function useSubjectColumns(): Column<TrailEntry>[] {
  const texts = useTexts(ownTexts);
  return [
    {
      id: 'target',
      header: texts.target,
      cell: ({ entityType, entityId, username }) =>
        entityType === null ? (
          (username ?? texts.noReason)
        ) : (
          <span className={classes.target}>{`${entityType} ${entityId}`}</span>
        ),
      csv: ({ entityType, entityId }) => (entityType === null ? null : `${entityType} ${entityId}`),
    },
    {
      id: 'reason',
      header: texts.reason,
      // In whatever language somebody has typed it.
      cell: ({ metadata }) => (
        <span className={classes.reason} lang="">
          {reasonOf(metadata) ?? texts.noReason}
        </span>
      ),
      csv: ({ metadata }) => reasonOf(metadata),
      phone: 'hidden',
    },
    {
      id: 'hash',
      isForWide: true,
      header: texts.hash,
      align: 'right',
      cell: ({ hash }) => (
        <code className={classes.hash}>{hash === null ? texts.waiting : `${hash.slice(0, 6)}…${hash.slice(-4)}`}</code>
      ),
      csv: ({ hash }) => hash,
      phone: 'hidden',
    },
    { id: 'ip', header: texts.address, cell: ({ ip }) => ip, csv: ({ ip }) => ip, isFileOnly: true },
    {
      id: 'details',
      header: texts.details,
      cell: () => null,
      csv: ({ metadata }) => JSON.stringify(metadata),
      isFileOnly: true,
    },
  ];
}
