/** What an entry of the audit log is about, by the names of the API. */
export interface AuditEntity {
  type: string;
  id: string;
}

export type AuditSubject = AuditEntity | { action: string };

/** The address of what was recorded about it: the page of the audit log with its filters set. */
export const auditSearchOf = (subject: AuditSubject) =>
  'action' in subject ? subject : { entityType: subject.type, entityId: subject.id };
