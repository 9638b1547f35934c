import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { auditInvariants } from './audit.invariants.ts';
import { type CheckpointPlaces, createHeadSigner } from './chain/anchor-head.ts';
import type { ChainReport } from './chain/chain.records.ts';
import { chainAdminRoutes, chainPublicRoutes } from './chain/chain.routes.ts';
import { createAuditLinker } from './chain/link-entries.ts';
import { createRangeVerifier, verifyChain } from './chain/verify-chain.ts';
import { trailAdminRoutes, trailPlayerRoutes } from './trail/trail.routes.ts';

export type { CheckpointPlaces } from './chain/anchor-head.ts';
export { verifyChain } from './chain/verify-chain.ts';
export { createRepeatRecorder, editorOf, type RepeatRecorder, recordAudit } from './trail/record-audit.ts';
export { type AuditEntry, type Editor, EntityEntry, type EntryRow, entityEntryView } from './trail/trail.records.ts';
export { listSecurityEntries } from './trail/trail.sql.ts';

interface AuditDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  checkpoints: CheckpointPlaces;
}

/** It cannot be altered unnoticed, and no request waits for it. */
export const audit: Module<AuditDeps> = {
  name: 'audit',
  personalData: {
    auditEntries: {
      key: 'id',
      // Players do not see an administrator's address.
      rows: (userId) => sql`
        select id, action, entity_type, entity_id, metadata,
          case when actor_id is null or actor_id = user_id then ip end as ip, created_at
        from audit_entries where user_id = ${userId}`,
    },
  },
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
          public: (routes) => chainPublicRoutes(routes, db, signer),
          player: (routes) => trailPlayerRoutes(routes, db),
          admin: (routes) => {
            chainAdminRoutes(routes, verify, verifyRange);
            trailAdminRoutes(routes, db);
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

/** Repeated calls must not multiply a walk over the whole trail. */
function oneAtATime(verify: () => Promise<ChainReport>): () => Promise<ChainReport> {
  let running: Promise<ChainReport> | null = null;
  return () => {
    running ??= verify().finally(() => {
      running = null;
    });
    return running;
  };
}
