import type { Id } from '../../../platform/ids.ts';

export type UserStatus = 'ACTIVE' | 'SUSPENDED' | 'BANNED' | 'CLOSED';
/** What an administrator has set of an account after it was closed. */
export type BarredAs = Extract<UserStatus, 'SUSPENDED' | 'BANNED'>;
export type UserRole = 'USER' | 'ADMIN';

export const TRADE_URL_CHECKS = ['UNCONFIRMED', 'CONFIRMED', 'NOT_YOURS'] as const;
export type TradeUrlCheck = (typeof TRADE_URL_CHECKS)[number];

export interface User {
  id: Id<'user'>;
  platformId: string;
  username: string;
  avatarUrl: string | null;
  role: UserRole;
  status: UserStatus;
  tradeUrl: string | null;
  /** What the marketplace says of it. */
  tradeUrlCheck: TradeUrlCheck;
  /** When it said so last; null where it has not. */
  tradeUrlCheckedAt: Date | null;
  clientSeed: string | null;
  /** Of the last roll; 0 before the first. */
  nonce: string;
  createdAt: Date;
  lastActiveAt: Date;
}

/** What the identity provider says of an account. */
export interface PlatformProfile {
  platformId: string;
  /** Null where it has none. */
  username: string | null;
  avatarUrl: string | null;
}
