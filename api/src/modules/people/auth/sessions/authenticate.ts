import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Caller } from '../../../../platform/http/edge/access.ts';
import { type RepeatRecorder, recordAudit } from '../../audit/index.ts';
import type { NotifySecurity } from '../../notifications/index.ts';
import type { UserRole } from '../../users/index.ts';
import { sessionSeenElsewhere } from './end-sessions.ts';
import type { SessionActivity, SessionStore } from './session-store.ts';
import { deviceMismatch, type HotSession, isSameRegion } from './sessions.records.ts';
import { insertSessionAddress } from './sessions.sql.ts';

export interface AuthenticateDeps {
  db: Db;
  sessionStore: SessionStore;
  activity: SessionActivity;
  repeats: RepeatRecorder;
  notifySecurity: NotifySecurity;
  roleOf(platformId: string): UserRole;
}

/** Requests from a known address ask the database no more. Forgetting some costs a read. */
const MAX_KNOWN_ADDRESSES = 50_000;

interface Origin {
  ip: string;
  deviceId?: string | undefined;
}

/** Takes the id that only the client has; the caller gets its hash. */
export type Identify = (sessionId: string, from: Origin) => Promise<Caller | null>;

export function createIdentify(deps: AuthenticateDeps): Identify {
  const knownAddresses = new Set<string>();
  const noteAddress = async (session: HotSession, ip: string): Promise<void> => {
    const known = `${session.id} ${ip}`;
    if (isSameRegion(session.ip, ip) || knownAddresses.has(known)) return;
    await recordAddressChange(deps, session, ip);
    if (knownAddresses.size >= MAX_KNOWN_ADDRESSES) knownAddresses.clear();
    knownAddresses.add(known);
  };
  return async (sessionId, from) => {
    const session = await deps.sessionStore.find(sessionId, from.ip);
    if (session === null) return null;
    if (isOtherDevice(session, from)) await refuseDevice(deps.repeats, session, from);
    if (session.ip !== from.ip) await noteAddress(session, from.ip);
    deps.activity.touch(session.id);
    return { userId: session.userId, role: deps.roleOf(session.platformId), sessionId: session.id };
  };
}

/** A new address is recorded once, and the request goes on. */
async function recordAddressChange(
  { db, notifySecurity }: Pick<AuthenticateDeps, 'db' | 'notifySecurity'>,
  session: HotSession,
  ip: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await insertSessionAddress(tx, session.id, ip))) return;
    const metadata = { sessionId: session.id, originalAddress: session.ip, newAddress: ip };
    await recordAudit(tx, [{ action: 'SUSPICIOUS_IP_CHANGE', userId: session.userId, actorId: null, metadata, ip }]);
    await notifySecurity(tx, session.userId, [sessionSeenElsewhere(ip)]);
  });
}

const isOtherDevice = ({ deviceId }: HotSession, from: Origin) =>
  deviceId !== null && from.deviceId !== undefined && from.deviceId !== deviceId;

/** The session itself stays. */
async function refuseDevice(repeats: RepeatRecorder, session: HotSession, { ip, deviceId }: Origin): Promise<never> {
  const metadata = { sessionId: session.id, deviceId: deviceId?.slice(0, 128) };
  await repeats.record(session.id, {
    action: 'DEVICE_MISMATCH',
    userId: session.userId,
    actorId: null,
    metadata,
    ip,
  });
  throw deviceMismatch();
}
