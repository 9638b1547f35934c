import { Link } from '@tanstack/react-router';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './AuditLink.module.css';
import { type AuditSubject, auditSearchOf } from './audit-link.ts';
import { partTexts } from './texts.ts';

export function AuditLink({ entity, isShort = false }: { entity: AuditSubject; isShort?: boolean }) {
  const { audit, auditShort } = useTexts(partTexts);
  return (
    <Link to="/admin/auditoria" search={auditSearchOf(entity) as never} className={classes.link}>
      {isShort ? auditShort : audit} <Icon name="chevronRight" size={14} />
    </Link>
  );
}
