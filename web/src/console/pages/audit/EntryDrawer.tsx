import { Button } from '@mantine/core';
import type { TrailEntry } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { HashLine } from '../../../shared/parts/HashLine.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { SideDrawer } from '../../parts/SideDrawer.tsx';
import { Facts } from '../../queues/RecordHead.tsx';
import classes from './audit.module.css';
import { detailsOf } from './entry-words.ts';
import { texts as ownTexts } from './texts.ts';
import type { AuditFilter } from './use-audit-address.ts';

export function EntryDrawer({
  entry,
  onFilter,
  onClose,
}: {
  entry: TrailEntry;
  onFilter: (filter: AuditFilter) => void;
  onClose: () => void;
}) {
  const texts = useTexts(ownTexts);
  const { dateTime } = useFormat();
  const { action, actorId, actorName, userId, username, entityType, entityId, ip, hash, createdAt } = entry;
  const details = detailsOf(entry.metadata);
  return (
    <SideDrawer
      label={texts.record(entry.id)}
      head={
        <>
          <strong>{texts.record(entry.id)}</strong> <span>{dateTime(createdAt)}</span>
        </>
      }
      onClose={onClose}
    >
      <div className={classes.entry}>
        <code className={classes.action}>{action}</code>
        <Facts
          facts={[
            [texts.who, actorName ?? actorId ?? texts.system],
            [texts.concerns, username ?? userId],
            [texts.target, entityType === null ? null : `${entityType} ${entityId}`],
            [texts.address, ip],
          ]}
        />
        <h3>{texts.details}</h3>
        {details.length === 0 ? <p>{texts.noDetails}</p> : <Facts facts={details} />}
        {hash !== null && <HashLine label={texts.hash} hash={hash} state="before" />}
        <div className={classes.links}>
          <Button variant="default" size="compact-md" onClick={() => onFilter({ action })}>
            {texts.sameAction}
          </Button>
          {actorId !== null && (
            <Button variant="default" size="compact-md" onClick={() => onFilter({ actorId })}>
              {texts.sameActor}
            </Button>
          )}
          {entityType !== null && entityId !== null && (
            <Button variant="default" size="compact-md" onClick={() => onFilter({ entityType, entityId })}>
              {texts.sameTarget}
            </Button>
          )}
        </div>
      </div>
    </SideDrawer>
  );
}
