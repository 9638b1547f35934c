import type { MoneyWithdrawal, PixKeyType } from '../../../data/generated/api.ts';

export interface PixKey {
  type: PixKeyType;
  key: string;
}

export const PIX_KEY_TYPES: readonly PixKeyType[] = ['CPF', 'EMAIL', 'PHONE', 'RANDOM', 'CNPJ'];

/** A key with its middle hidden: enough to know which of one's own it is. */
export function maskPixKey({ type, key }: PixKey): string {
  switch (type) {
    case 'CPF':
      return `•••.${key.slice(3, 6)}.•••-${key.slice(-2)}`;
    case 'CNPJ':
      return `••.${key.slice(2, 5)}.•••/••••-${key.slice(-2)}`;
    case 'EMAIL': {
      const [name = '', host = ''] = key.split('@');
      return `${name.slice(0, 2)}•••@${host}`;
    }
    case 'PHONE':
      return `+55 ${key.slice(3, 5)} •••••-${key.slice(-4)}`;
    case 'RANDOM':
      return `${key.slice(0, 8)}-••••-${key.slice(-4)}`;
  }
}

/** Lists each key of earlier withdrawals once, the last used first, with the time of its last use. */
export function knownKeys(withdrawals: readonly MoneyWithdrawal[]): (PixKey & { usedAt: string })[] {
  const known = new Map<string, PixKey & { usedAt: string }>();
  for (const { pixKeyType: type, pixKey: key, createdAt } of withdrawals) {
    if (key !== null && !known.has(key)) known.set(key, { type, key, usedAt: createdAt });
  }
  return [...known.values()];
}
