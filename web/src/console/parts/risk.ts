import type { ReviewRisk, UserRisk } from '../../data/generated/api.ts';

export type RiskLevel = 'low' | 'medium' | 'high';

export type RiskReason =
  | 'BARRED'
  | 'WITHDRAWALS_SUSPENDED'
  | 'OWES'
  | 'GAINS_NEAR_ADMINISTRATOR'
  | 'DEPOSIT_WITHDRAW_WITHOUT_PLAY'
  | 'SHARED_ADDRESS'
  | 'WINS_BEYOND_ODDS'
  | 'RETURNED_DEPOSITS'
  | 'NEW_ACCOUNT';

const GRAVE: ReadonlySet<RiskReason> = new Set([
  'BARRED',
  'WITHDRAWALS_SUSPENDED',
  'OWES',
  'GAINS_NEAR_ADMINISTRATOR',
  'DEPOSIT_WITHDRAW_WITHOUT_PLAY',
]);
const SUSPICIONS = [
  'GAINS_NEAR_ADMINISTRATOR',
  'DEPOSIT_WITHDRAW_WITHOUT_PLAY',
  'SHARED_ADDRESS',
  'WINS_BEYOND_ODDS',
] as const;
const NEW_DAYS = 1;

export function reasonsOf(risk: ReviewRisk, debtCents: string): RiskReason[] {
  const reasons: RiskReason[] = [];
  if (risk.status !== 'ACTIVE') reasons.push('BARRED');
  if (risk.withdrawalsSuspended) reasons.push('WITHDRAWALS_SUSPENDED');
  if (BigInt(debtCents) > 0n) reasons.push('OWES');
  reasons.push(...SUSPICIONS.filter((reason) => risk.suspicions.includes(reason)));
  if (risk.returnedDeposits.count > 0) reasons.push('RETURNED_DEPOSITS');
  if (risk.accountAgeDays < NEW_DAYS) reasons.push('NEW_ACCOUNT');
  return reasons;
}

export function reasonsOfUser({ user, money, suspicions }: UserRisk, now: number): RiskReason[] {
  const reasons: RiskReason[] = [];
  const open = new Set(suspicions.filter(({ state }) => state === 'OPEN').map(({ reason }) => reason));
  if (user.status !== 'ACTIVE') reasons.push('BARRED');
  if (BigInt(money.debtCents) > 0n) reasons.push('OWES');
  reasons.push(...SUSPICIONS.filter((reason) => open.has(reason)));
  if (BigInt(money.returnedCents) > 0n) reasons.push('RETURNED_DEPOSITS');
  if (now - Date.parse(user.createdAt) < NEW_DAYS * 86_400_000) reasons.push('NEW_ACCOUNT');
  return reasons;
}

export function levelOf(reasons: readonly RiskReason[]): RiskLevel {
  if (reasons.some((reason) => GRAVE.has(reason))) return 'high';
  return reasons.length > 0 ? 'medium' : 'low';
}
