import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import { auditAdminRoutes, auditPlayerRoutes } from './audit.routes.ts';
import type { ChainReport } from './audit.types.ts';
import { type VerifyOptions, verifyChain } from './verify-chain.ts';

export { type AuditLinker, createAuditLinker } from './link-entries.ts';
export { type AuditEntry, recordAudit } from './record-audit.ts';
export { verifyChain } from './verify-chain.ts';

/** A trail that cannot be altered unseen and that no request waits for. */
export function auditModule(deps: VerifyOptions & { db: Db }): HttpModule {
  let running: Promise<ChainReport> | null = null;
  /** One at a time a process: it reads the whole trail, and asking again and again must not multiply that. */
  const verify = () => {
    running ??= verifyChain(deps.db, deps).finally(() => {
      running = null;
    });
    return running;
  };
  return {
    tag: { name: 'audit', description: 'The audit trail: who did what to whom, and the proof that it is unaltered.' },
    player: (routes) => auditPlayerRoutes(routes, deps.db),
    admin: (routes) => auditAdminRoutes(routes, deps.db, verify),
  };
}
