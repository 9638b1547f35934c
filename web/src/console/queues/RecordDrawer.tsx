import type { ReactNode } from 'react';
import { useTexts } from '../../shared/texts/index.ts';
import { AuditLink } from '../parts/AuditLink.tsx';
import type { AuditEntity } from '../parts/audit-link.ts';
import { SideDrawer } from '../parts/SideDrawer.tsx';
import classes from './queues.module.css';
import { queueTexts } from './texts.ts';

/** The drawer of a record: its number, state and place in the list at the top, then what is known, then the decision. */
export function RecordDrawer({
  what,
  entity,
  number = entity.id,
  badge,
  place,
  onClose,
  children,
}: {
  /** Such as `Saque nº 12 · R$ 90,00`. */
  what: string;
  entity: AuditEntity;
  /** Its own, where the audit log has it under something else. */
  number?: string;
  badge: ReactNode;
  place: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const texts = useTexts(queueTexts);
  return (
    <SideDrawer
      label={what}
      onClose={onClose}
      head={
        <>
          <span className={classes.number}>
            {texts.number} {number}
          </span>
          {badge}
          <span className={classes.place}>{place}</span>
          <AuditLink entity={entity} isShort />
        </>
      }
    >
      {children}
    </SideDrawer>
  );
}
