import type { Tx } from '../../../../platform/database/db.ts';
import type { SealedRows } from '../../../../platform/secrets/sealed-rows.ts';
import type { Seal } from '../../../../platform/secrets/sealing.ts';
import { listKeyIds, lockRunsUnder, updateSeeds } from './seal-commitments.sql.ts';
import { openSeeds, sealSeeds } from './sealed-seeds.ts';

const BATCH_RUNS = 500;

/** The seeds of rolls to come. */
export const committedSeeds: SealedRows = {
  job: 'seal-commitments',
  what: 'seeds',
  listKeyIds,
  sealSome: async (tx: Tx, seal: Seal, keyId: string | null) => {
    const runs = await lockRunsUnder(tx, keyId, BATCH_RUNS);
    if (runs.length === 0) return 0;
    const opened = runs.map((run) => ({ ...run, seeds: openSeeds(seal, run) }));
    await updateSeeds(
      tx,
      seal.keyId,
      opened.map((run) => ({ ...run, sealedSeeds: sealSeeds(seal, run.seeds, run).bytes })),
    );
    return opened.reduce((sum, { seeds }) => sum + seeds.length, 0);
  },
};
