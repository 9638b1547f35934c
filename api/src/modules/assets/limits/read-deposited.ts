import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { centsSince, readBroughtDays } from '../../people/person-facts/index.ts';
import { DEPOSITS_FACT } from './limit-facts.ts';
import { type Spans, sumDeposits } from './limits.sql.ts';
import type { Period } from './limits.types.ts';

/** What has come in as deposits since each period began, to this account or to one that the same person had before. */
export async function readDeposited(
  db: Db | Tx,
  userId: Id<'user'>,
  spans: Spans,
): Promise<Readonly<Record<Period, Cents>>> {
  const [own, brought] = await Promise.all([
    sumDeposits(db, userId, spans),
    readBroughtDays(db, userId, DEPOSITS_FACT),
  ]);
  return {
    DAY: own.DAY + centsSince(brought, spans.DAY.first),
    WEEK: own.WEEK + centsSince(brought, spans.WEEK.first),
    MONTH: own.MONTH + centsSince(brought, spans.MONTH.first),
  };
}
