import type { Transfer, TransferType } from '../../../data/generated/api.ts';

/** What a line is about, without the words around it: names and numbers are the same in both languages. */
const PATTERNS: Partial<Record<TransferType, RegExp>> = {
  ITEM_SALE: /^Sold (?:item: )?(.+)$/,
  CASE_OPEN: /^Caixa aberta: (.+?)(?: \((\d+) vezes\))?$/,
  BATTLE_ENTRY: /^Batalha (\d+)/,
  BATTLE_REFUND: /^Batalha (\d+)/,
  BATTLE_WIN: /^Batalha (\d+)/,
  UPGRADE: /^Upgrade: (.+)$/,
  RAFFLE_TICKET: / do sorteio (.+)$/,
  RAFFLE_REFUND: /^Sorteio (.+) cancelado$/,
  EVENT_REWARD: /^Prêmio do evento (.+), nível (\d+)$/,
  SWAP_CHANGE: /(?:por|desfeita:) (.+)$/,
  WITHDRAWAL_HOLD: /^Saque (\d+)/,
  WITHDRAWAL_RELEASE: /^Saque (\d+)/,
  WITHDRAWAL: /^Saque (\d+)/,
};

export function detailOf({
  type,
  reason,
  referenceId,
}: Pick<Transfer, 'type' | 'reason' | 'referenceId'>): string | null {
  if (type === 'ADMIN_ADJUSTMENT') return reason;
  if (type === 'DEPOSIT') return referenceId;
  const found = PATTERNS[type]?.exec(reason);
  if (found === null || found === undefined) return null;
  const [, name = '', count] = found;
  if (count === undefined) return name;
  return type === 'CASE_OPEN' ? `${name} × ${count}` : `${name} · ${count}`;
}
