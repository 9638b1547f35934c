import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { recordAudit } from '../../audit/index.ts';
import { notificationBroadcast, notificationMade } from '../notifications.messages.ts';
import { pushView } from '../notifications.records.ts';
import type { Broadcast, BroadcastContent } from './broadcasts.records.ts';
import {
  findBroadcast,
  insertBroadcast,
  insertNextBatch,
  lockUnfinished,
  type SentNotification,
  updateToFinished,
} from './broadcasts.sql.ts';

export const SEND_BROADCAST = 'send-broadcast';
/** Small enough that a user who closes the account does not wait. */
const BATCH = 1_000;

export interface BroadcastDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser' | 'toAll'>;
  batch?: number;
}

interface CreateBroadcast {
  content: BroadcastContent;
  reason: string;
  actorId: Id<'user'>;
  ip: string;
}

export function createBroadcast(
  { db, clock }: Pick<BroadcastDeps, 'db' | 'clock'>,
  { content, reason, actorId, ip }: CreateBroadcast,
  once: Once<Broadcast> | null,
): Promise<Broadcast> {
  return writeOnce(db, once, async (tx) => {
    const id = await insertBroadcast(tx, content, { reason, createdBy: actorId, at: clock.now() });
    const broadcast = await found(tx, id);
    const { type, title, message, activeWithinDays } = content;
    const metadata = { type, title, message, activeWithinDays, recipients: broadcast.recipients, reason };
    const entity = { type: 'broadcast', id };
    await recordAudit(tx, [{ action: 'BROADCAST_CREATED', userId: null, actorId, entity, metadata, ip }]);
    await addJob(tx, SEND_BROADCAST, { id }, { jobKey: `${SEND_BROADCAST} ${id}` });
    return broadcast;
  });
}

/** Each batch stores its progress in its transaction, so a crash makes nothing twice. */
export async function sendBroadcast(deps: BroadcastDeps, { id }: { id: Id<'broadcast'> }): Promise<void> {
  const { db, clock, batch = BATCH } = deps;
  for (let isUnfinished = true; isUnfinished; ) {
    const sent = await transaction(db, async (tx) => {
      if (!(await lockUnfinished(tx, id))) return null;
      const written = await insertNextBatch(tx, id, batch);
      if (written.length < batch) await updateToFinished(tx, id, clock.now());
      return { written, broadcast: await found(tx, id) };
    });
    isUnfinished = sent !== null && sent.broadcast.finishedAt === null;
    if (sent !== null) pushSent(deps, sent.broadcast, sent.written);
  }
}

/** All users get one event at the end; chosen users get one each. */
function pushSent({ push }: BroadcastDeps, broadcast: Broadcast, written: readonly SentNotification[]): void {
  const { type, title, message, titleEn, messageEn, activeWithinDays, createdAt, finishedAt } = broadcast;
  if (activeWithinDays !== null) {
    for (const { userId, ...each } of written) push.toUser(userId, notificationMade, pushView(each));
    return;
  }
  if (finishedAt === null) return;
  const metadata = { broadcastId: broadcast.id, en: { title: titleEn, message: messageEn } };
  push.toAll(notificationBroadcast, { type, title, message, metadata, createdAt: createdAt.toISOString() });
}

async function found(tx: Tx, id: Id<'broadcast'>): Promise<Broadcast> {
  return (await findBroadcast(tx, id)) as Broadcast;
}
