import type { Transfer, TransferType } from '../../../data/generated/api.ts';

/** Names the subject of a line; names and numbers are the same in both languages. */
const PATTERNS: Partial<Record<TransferType, RegExp>> = {
  ITEM_SALE: /^Sold item: (.+)$/,
  CASE_OPEN: /^Caixa aberta: (.+?)(?: \((\d+) vezes\))?$/,
  BATTLE_ENTRY: /^Batalha (\d+)/,
  BATTLE_REFUND: /^Batalha (\d+)/,
  BATTLE_WIN: /^Batalha (\d+)/,
  UPGRADE: /^Upgrade: (.+)$/,
  RAFFLE_TICKET: /^(?<count>\d+) bilhetes? do sorteio (?<name>.+)$/,
  RAFFLE_REFUND: /^Sorteio (.+) cancelado$/,
  EVENT_REWARD: /^Prêmio do evento (.+), nível (\d+)$/,
  SWAP_CHANGE: /(?:por|desfeita:) (.+)$/,
  WITHDRAWAL_HOLD: /^Saque (\d+)/,
  WITHDRAWAL_RELEASE: /^Saque (\d+)/,
  WITHDRAWAL: /^Saque (\d+)/,
};

const SEVERAL_SOLD = /^Sold (?:all )?(\d+) items$/;

/** `countOf` says in the reader's language how many items it is about. */
export function detailOf(
  { type, reason, referenceId }: Pick<Transfer, 'type' | 'reason' | 'referenceId'>,
  countOf: (items: number) => string,
): string | null {
  if (type === 'ADMIN_ADJUSTMENT') return reason;
  if (type === 'DEPOSIT') return referenceId;
  const [, sold] = (type === 'ITEM_SALE' && SEVERAL_SOLD.exec(reason)) || [];
  if (sold !== undefined) return countOf(Number(sold));
  const found = PATTERNS[type]?.exec(reason);
  if (found === null || found === undefined) return null;
  const { name = found[1] ?? '', count = found[2] } = found.groups ?? {};
  if (count === undefined) return name;
  return type === 'EVENT_REWARD' ? `${name} · ${count}` : `${name} × ${count}`;
}
