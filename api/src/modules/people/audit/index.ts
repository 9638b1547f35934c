import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { CheckpointPlaces } from './anchor-head.ts';
import { auditInvariants } from './audit.invariants.ts';
import { auditPersonalData } from './audit.personal-data.ts';
import { auditAdminRoutes, auditPlayerRoutes, auditPublicRoutes } from './audit.routes.ts';
import type { ChainReport } from './audit.types.ts';
import { createAuditLinker } from './link-entries.ts';
import { createHeadSigner } from './signed-head.ts';
import { trailAdminRoutes } from './trail/trail.routes.ts';
import { createRangeVerifier } from './trail/verify-range.ts';
import { verifyChain } from './verify-chain.ts';

export type { CheckpointPlaces } from './anchor-head.ts';
export { EntityEntry, entityEntryView } from './audit.schemas.ts';
export { type EntryRow, listSecurityEntries } from './audit.sql.ts';
export { type Editor, editorOf } from './editor.ts';
export { type AuditEntry, recordAudit } from './record-audit.ts';
export { createRepeatRecorder, type RepeatRecorder } from './record-repeats.ts';
export { verifyChain } from './verify-chain.ts';

interface AuditDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  checkpoints: CheckpointPlaces;
}

/** A trail that cannot be altered unseen and that no request waits for. */
export const audit: Module<AuditDeps> = {
  name: 'audit',
  personalData: auditPersonalData,
  invariants: auditInvariants,
  run: ({ db, clock, logger, checkpoints }) => {
    const linker = createAuditLinker({ db, logger, ...checkpoints });
    const verify = oneAtATime(() => verifyChain(db, checkpoints));
    const verifyRange = createRangeVerifier({ db, clock, ...checkpoints });
    const signer = createHeadSigner(checkpoints.signingKey);
    let isStarted = false;
    return {
      http: [
        {
          tag: {
            name: 'audit',
            description: 'The audit trail: who did what to whom, and the proof that it is unaltered.',
            forAdministrators: 'The history of any record, and the proof that the trail is unaltered.',
          },
          public: (routes) => auditPublicRoutes(routes, db, signer),
          player: (routes) => auditPlayerRoutes(routes, db),
          admin: (routes) => {
            auditAdminRoutes(routes, db, verify);
            trailAdminRoutes(routes, db, verifyRange);
          },
        },
      ],
      start: () => {
        isStarted = true;
        linker.start();
      },
      // Before the start there may be no tables yet.
      stop: async () => {
        if (isStarted) await linker.stop();
      },
    };
  },
};

/** In a process: it reads the whole trail, and asking again and again must not multiply that. */
function oneAtATime(verify: () => Promise<ChainReport>): () => Promise<ChainReport> {
  let running: Promise<ChainReport> | null = null;
  return () => {
    running ??= verify().finally(() => {
      running = null;
    });
    return running;
  };
}
