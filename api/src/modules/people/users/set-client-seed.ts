import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import { invalidClientSeed } from './users.errors.ts';
import { isPrintableSeed } from './users.rules.ts';
import { updateClientSeed } from './users.sql.ts';

interface SetClientSeed {
  userId: Id<'user'>;
  /** Null: a random one for every roll. */
  clientSeed: string | null;
  ip: string;
}

export async function setClientSeed(deps: { db: Db }, command: SetClientSeed): Promise<string | null> {
  const { userId, clientSeed, ip } = command;
  if (clientSeed !== null && !isPrintableSeed(clientSeed)) throw invalidClientSeed();
  await transaction(deps.db, async (tx) => {
    await updateClientSeed(tx, userId, clientSeed);
    await recordAudit(tx, [{ action: 'CLIENT_SEED_CHANGED', userId, actorId: userId, metadata: { clientSeed }, ip }]);
  });
  return clientSeed;
}
