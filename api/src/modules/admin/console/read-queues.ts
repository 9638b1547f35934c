import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { PROPOSAL_MS } from '../../people/decisions/index.ts';
import { STUCK_MS } from '../../trade/orders/index.ts';
import { type Queues, queuesOf } from './queues.records.ts';
import { countQueues } from './queues.sql.ts';

export async function readQueues({ db, clock }: { db: Db; clock: Clock }): Promise<Queues> {
  const now = clock.now().getTime();
  const times = { stuckBefore: new Date(now - STUCK_MS), proposedSince: new Date(now - PROPOSAL_MS) };
  return queuesOf(await countQueues(db, times));
}
