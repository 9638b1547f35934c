import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { RunningBar } from '../../../assets/limits/index.ts';
import type { OpenProposal } from '../../../people/decisions/index.ts';
import type { UserStatus } from '../../../people/users/index.ts';

/** How the owner of a record stands now. */
export interface Standing {
  userId: Id<'user'>;
  status: UserStatus;
  accountCreatedAt: Date;
  /** The pause or exclusion that runs; null: none. */
  exclusion: RunningBar | null;
  /** Whether withdrawals are suspended since a delivered item was taken back. */
  isSuspended: boolean;
  returnedDeposits: { count: number; cents: Cents };
}

/** What an administrator should know before deciding on a record. */
export interface Risk extends Standing {
  accountAgeDays: number;
  /** Reasons of open suspicions. */
  suspicions: readonly string[];
  /** What another administrator has proposed for this very record. */
  proposal: OpenProposal | null;
}

/** A record under review, with what an administrator should know of it. */
export type AtRisk<Row> = Row & { risk: Risk };
