import type { Db } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { swapNotFound } from './offers.errors.ts';
import { findOffer } from './offers.sql.ts';
import type { Offer } from './offers.types.ts';

/** As one of its two sides, or anybody where it is offered to all, may see it. */
export async function readOffer(db: Db, id: Id<'swap'>, userId: Id<'user'>): Promise<Offer> {
  const found = await findOffer(db, id);
  if (found === null) throw swapNotFound();
  const { isPublic, creator, acceptor } = found;
  if (!isPublic && creator.id !== userId && acceptor?.id !== userId) throw swapNotFound();
  return found;
}
