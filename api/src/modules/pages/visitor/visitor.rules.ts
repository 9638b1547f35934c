import type { LimitState } from '../../assets/limits/index.ts';
import type { UserRole } from '../../people/users/index.ts';
import type { Permission } from './visitor.types.ts';

interface Standing {
  role: UserRole;
  /** A pause or exclusion runs. */
  isBarred: boolean;
  /** Nothing leaves until an administrator has decided. */
  isSuspended: boolean;
  /** Whether there is a payment provider. */
  canDeposit: boolean;
}

export function permissionsOf({ role, isBarred, isSuspended, canDeposit }: Standing): Permission[] {
  const permissions: Permission[] = [];
  if (!isBarred) permissions.push('PLAY');
  if (!isBarred && canDeposit) permissions.push('DEPOSIT');
  if (!isSuspended) permissions.push('WITHDRAW');
  if (role === 'ADMIN') permissions.push('ADMINISTER');
  return permissions;
}

/** Limits of which nothing is left until their period ends. */
export const reachedOf = (limits: readonly LimitState[]): LimitState[] =>
  limits.filter(({ limitCents, usedCents }) => limitCents !== null && (usedCents ?? 0n) >= limitCents);
