import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Checkpoint } from './audit.types.ts';

interface CheckpointRow extends Omit<Checkpoint, 'position'> {
  position: string;
}

const CHECKPOINT_COLUMNS = sql`position, hash, at, previous, signature`;

/** The newest checkpoint that was written to a place, or null where none ever was. */
export async function findWritten(db: Db | Tx, place: string): Promise<Checkpoint | null> {
  const rows = await db.query<CheckpointRow>(
    sql`select ${CHECKPOINT_COLUMNS} from audit_checkpoints where place = ${place}`,
  );
  return rows.map(checkpointOf)[0] ?? null;
}

/** The newest of every place, the furthest first. */
export async function listWritten(db: Db): Promise<Checkpoint[]> {
  const rows = await db.query<CheckpointRow>(
    sql`select ${CHECKPOINT_COLUMNS} from audit_checkpoints order by audit_checkpoints.position desc`,
  );
  return rows.map(checkpointOf);
}

export async function noteWritten(tx: Tx, place: string, checkpoint: Checkpoint): Promise<void> {
  const { position, hash, at, previous, signature } = checkpoint;
  await tx.query(sql`
    insert into audit_checkpoints (place, position, hash, at, previous, signature)
    values (${place}, ${position}, ${hash}, ${at}, ${previous}, ${signature})
    on conflict (place) do update set position = excluded.position, hash = excluded.hash, at = excluded.at,
      previous = excluded.previous, signature = excluded.signature`);
}

const checkpointOf = (row: CheckpointRow): Checkpoint => ({ ...row, position: Number(row.position) });
