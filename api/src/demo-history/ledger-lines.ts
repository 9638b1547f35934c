import type { Cents } from '../platform/money.ts';
import type { Deed, Player } from './history.types.ts';

type Account = 'USER' | 'SYSTEM' | 'HELD';

/** A line of the ledger that is about to be written. */
export interface LedgerLine {
  /** Empty until it is numbered. */
  id: string;
  deed: Deed;
  atMs: number;
  debit: Account;
  credit: Account;
  cents: Cents;
  type: string;
}

/** What deeds are on the books, in the order of time. */
export function linesOf(deeds: readonly Deed[]): LedgerLine[] {
  return deeds.flatMap(linesOfOne).sort((one, other) => one.atMs - other.atMs);
}

function linesOfOne(deed: Deed): LedgerLine[] {
  const line = (type: string, debit: Account, credit: Account, cents: Cents, atMs = deed.atMs) =>
    cents > 0n ? [{ id: '', deed, atMs, debit, credit, cents, type }] : [];
  switch (deed.kind) {
    case 'OPENINGS':
      return line('CASE_OPEN', 'USER', 'SYSTEM', stakeOf(deed));
    case 'SALE':
      return line('ITEM_SALE', 'SYSTEM', 'USER', deed.cents);
    case 'UPGRADE':
      return line('UPGRADE', 'USER', 'SYSTEM', deed.balanceCents);
    case 'DEPOSIT':
      return deed.isPaid ? line('DEPOSIT', 'SYSTEM', 'USER', deed.cents) : [];
    case 'PAYOUT':
      return [
        ...line('WITHDRAWAL_HOLD', 'USER', 'HELD', deed.cents),
        ...line('WITHDRAWAL', 'HELD', 'SYSTEM', deed.cents, deed.paidMs),
      ];
  }
}

/** What a line says, and what it refers to, in the words of the module that would have written it. */
export function termsOf({ deed }: LedgerLine): { reason: string; reference: { type: string; id: string } } {
  switch (deed.kind) {
    case 'OPENINGS': {
      const { opened, openings } = deed;
      const times = openings.length === 1 ? '' : ` (${openings.length} vezes)`;
      return { reason: `Caixa aberta: ${opened.name}${times}`, reference: { type: 'CASE', id: opened.id } };
    }
    case 'SALE': {
      const [only, ...more] = deed.items;
      const reason = more.length === 0 ? `Sold item: ${only?.item.name}` : `Sold ${deed.items.length} items`;
      return { reason, reference: { type: 'SALE', id: deed.id } };
    }
    case 'UPGRADE':
      return { reason: `Upgrade: ${deed.target.name}`, reference: { type: 'UPGRADE', id: deed.id } };
    case 'DEPOSIT':
      return { reason: 'Depósito por Pix', reference: { type: 'deposit', id: deed.id } };
    case 'PAYOUT':
      return { reason: `Saque ${deed.id}`, reference: { type: 'money-withdrawal', id: deed.id } };
  }
}

/** What is wagered. */
function stakeOf(deed: Deed): Cents {
  if (deed.kind === 'OPENINGS') return deed.opened.priceCents * BigInt(deed.openings.length);
  return deed.kind === 'UPGRADE' ? deed.itemsCents + deed.balanceCents : 0n;
}

function rollsOf(deed: Deed): number {
  if (deed.kind === 'OPENINGS') return deed.openings.length;
  return deed.kind === 'UPGRADE' ? 1 : 0;
}

export interface AccountChange {
  player: Player;
  balanceCents: Cents;
  wageredCents: Cents;
  nonces: number;
  lines: number;
}

/** What all of it makes of each account. */
export function changesOf(deeds: readonly Deed[], lines: readonly LedgerLine[]): AccountChange[] {
  const changes = new Map<Player, AccountChange>();
  const changeOf = (player: Player) => {
    const known = changes.get(player) ?? { player, balanceCents: 0n, wageredCents: 0n, nonces: 0, lines: 0 };
    changes.set(player, known);
    return known;
  };
  for (const deed of deeds) {
    const change = changeOf(deed.player);
    change.wageredCents += stakeOf(deed);
    change.nonces += rollsOf(deed);
  }
  for (const { deed, debit, credit, cents } of lines) {
    const change = changeOf(deed.player);
    change.lines += 1;
    if (credit === 'USER') change.balanceCents += cents;
    if (debit === 'USER') change.balanceCents -= cents;
  }
  return [...changes.values()];
}
