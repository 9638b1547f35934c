export interface AuditEntity {
  type: string;
  id: string;
}

export type AuditSubject = AuditEntity | { action: string };

/** Leads to the audit log with its filters set to this record. */
export const auditSearchOf = (subject: AuditSubject) =>
  'action' in subject ? subject : { entityType: subject.type, entityId: subject.id };
