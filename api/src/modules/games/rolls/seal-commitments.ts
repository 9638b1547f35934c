import type { Tx } from '../../../platform/database/db.ts';
import type { SealedRows } from '../../../platform/sealed-rows.ts';
import type { Seal } from '../../../platform/sealing.ts';
import { listKeyIds, lockCommitmentsUnder, updateSeeds } from './seal-commitments.sql.ts';
import { openSeed, sealSeed } from './sealed-seeds.ts';

const BATCH_ROWS = 500;

/** The seeds of rolls to come. */
export const committedSeeds: SealedRows = {
  job: 'seal-commitments',
  what: 'seeds',
  listKeyIds,
  sealSome: async (tx: Tx, seal: Seal, keyId: string | null) => {
    const rows = await lockCommitmentsUnder(tx, keyId, BATCH_ROWS);
    if (rows.length === 0) return 0;
    await updateSeeds(
      tx,
      seal.keyId,
      rows.map((row) => ({ ...row, sealedSeed: sealSeed(seal, openSeed(seal, row), row).bytes })),
    );
    return rows.length;
  },
};
