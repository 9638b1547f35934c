/** What an entry of the audit log is about, by the names of the API. */
export interface AuditEntity {
  type: string;
  id: string;
}

/** The address of what was recorded about one thing: the page of the audit log with its filters set. */
export const auditSearchOf = ({ type, id }: AuditEntity) => ({ entityType: type, entityId: id });
