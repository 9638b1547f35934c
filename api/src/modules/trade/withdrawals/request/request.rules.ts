import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { TradeLink } from '../withdrawals.types.ts';
import type { ApprovalFacts, ApprovalLimits, Candidate } from './request.types.ts';

export type RequestFault =
  | { kind: 'ABSENT' | 'FOREIGN' | 'RESTRICTED' | 'WITHOUT_DETAILS' | 'NO_USER' | 'NO_TRADE_URL' }
  | { kind: 'BAD_TRADE_URL' | 'SUSPENDED' }
  | { kind: 'UNAVAILABLE' | 'ACTIVE'; status: string };

/** The first thing that keeps an item from being withdrawn, in the order in which people are shown it. */
export function requestFaultOf(
  candidate: Candidate | null,
  userId: Id<'user'>,
  tradeLink: TradeLink | null,
): RequestFault | null {
  if (candidate === null) return { kind: 'ABSENT' };
  const { status, activeStatus, user } = candidate;
  if (candidate.ownerId !== userId) return { kind: 'FOREIGN' };
  if (candidate.restrictedToGames) return { kind: 'RESTRICTED' };
  if (status !== 'AVAILABLE') return { kind: 'UNAVAILABLE', status };
  if (activeStatus !== null) return { kind: 'ACTIVE', status: activeStatus };
  if (candidate.item === null) return { kind: 'WITHOUT_DETAILS' };
  if (user === null) return { kind: 'NO_USER' };
  if (user.tradeUrl === null) return { kind: 'NO_TRADE_URL' };
  if (tradeLink === null) return { kind: 'BAD_TRADE_URL' };
  return user.isSuspended ? { kind: 'SUSPENDED' } : null;
}

/** Why a person has to look at a withdrawal before anything is bought; nothing where none has to. */
export function reviewReasonsOf(facts: ApprovalFacts, limits: ApprovalLimits): string[] {
  const {
    skinValueUsdCents,
    approvedTodayCents,
    accountAgeMs,
    hasSecurityEntry,
    waits,
    walletCovers,
    debt,
    gainsNearAdministrator,
  } = facts;
  const isWithinLimit = approvedTodayCents + skinValueUsdCents <= limits.dailyLimitCents;
  return [
    ...(isWithinLimit ? [] : ['DAILY_LIMIT']),
    ...(accountAgeMs >= limits.minAccountHours * HOUR_MS ? [] : ['NEW_ACCOUNT']),
    ...(hasSecurityEntry ? ['SECURITY_ENTRY'] : []),
    ...(waits ? ['SECURITY_WAIT'] : []),
    ...(walletCovers ? [] : ['WALLET_LOW']),
    ...(debt.debtCents > 0n ? ['DEBT'] : []),
    ...(debt.openReturnCents > 0n ? ['OPEN_RETURN'] : []),
    ...(gainsNearAdministrator ? ['GAINS_NEAR_ADMINISTRATOR'] : []),
  ];
}

/** Our name for the purchase, which the marketplace keeps. */
export const projectIdOf = (inventoryItemId: Id<'inventoryItem'>, now: Date): string =>
  `wd_${inventoryItemId}_${now.getTime()}`;
