import type { Id } from '../../../platform/ids.ts';

export interface Session {
  /** The hash of what the cookie holds: see `sessionHashOf`. */
  id: string;
  userId: Id<'user'>;
  platformId: string;
  ip: string;
  userAgent: string;
  deviceId: string | null;
  createdAt: Date;
  lastActivity: Date;
  expiresAt: Date;
}

/** What every request needs to know of its session; the hot store keeps it. */
export type HotSession = Pick<Session, 'id' | 'userId' | 'platformId' | 'ip' | 'deviceId'> & { expiresAtMs: number };
