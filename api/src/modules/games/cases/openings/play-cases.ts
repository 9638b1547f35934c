import { strict as assert } from 'node:assert';
import { isRefused, type Outcome } from '../../../../platform/batches/batched-writes.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Cents } from '../../../../platform/money.ts';
import { nextItemIds, OPENING_CAUSE } from '../../../assets/inventory/index.ts';
import { type Cost, type PlayDeps, playGame, type Rules } from '../../rolls/index.ts';
import type { PlayableCase } from '../cases.types.ts';
import { findTerms, insertOpenings, type OpeningIds, type TermsById, takeOpeningIds } from './open-cases.sql.ts';
import { caseGame } from './openings.game.ts';
import { casesOpened } from './openings.notifications.ts';
import { isAsPlayed, outcomeOf } from './openings.rules.ts';
import type { NewOpening, OpenCommand, OpenedCases, Opening } from './openings.types.ts';

/** Thrown where openings were written of cases that are not what was played; nothing of their transaction stays. */
export class CasesChanged extends Error {
  readonly cases: ReadonlySet<PlayableCase>;

  constructor(cases: ReadonlySet<PlayableCase>) {
    super('Cases were changed while they were opened');
    this.cases = cases;
  }
}

function assertAsPlayed(played: readonly PlayableCase[], terms: TermsById): void {
  const changed = [...new Set(played)].filter((playable) => !isAsPlayed(playable, terms.get(playable.id)));
  if (changed.length > 0) throw new CasesChanged(new Set(changed));
}

/** All commands in one transaction, each user once. One that cannot be paid or played is refused and has cost nothing. */
export async function playCases(
  deps: PlayDeps,
  tx: Tx,
  commands: readonly OpenCommand[],
): Promise<Outcome<OpenedCases>[]> {
  const played = await playGame(deps, tx, caseRules, commands);
  const unpaid = commands.filter((_, index) => isRefused(played[index] as object)).map(({ playable }) => playable);
  if (unpaid.length > 0) {
    // The price that was too much may be one of before.
    const caseIds = unpaid.map(({ id }) => id);
    assertAsPlayed(unpaid, await findTerms(tx, caseIds));
  }
  return played.map((each) => {
    if (isRefused(each)) return each;
    const { results: openings, stakeCents: totalCostCents, balanceCents } = each;
    const totalWonCents = openings.reduce((sum, { itemValueCents }) => sum + itemValueCents, 0n);
    return { done: { openings, balanceCents, totalCostCents, totalWonCents } };
  });
}

const caseRules: Rules<OpenCommand, OpeningIds, NewOpening, Opening> = {
  game: caseGame,
  costOf: ({ userId, playable, quantity, clientSeed }): Cost => ({
    userId,
    clientSeed,
    amountCents: playable.priceCents * BigInt(quantity),
    itemsCents: 0n,
    rolls: quantity,
    reason: `Caixa aberta: ${playable.name}${quantity === 1 ? '' : ` (${quantity} vezes)`}`,
    reference: { type: 'CASE', id: playable.id },
  }),
  takeIds: (tx, rolls) => takeOpeningIds(tx, rolls, nextItemIds(rolls)),
  draw: ({ userId, playable }, { roll, ids, paid: { transferId } }) => {
    assert(transferId !== null, 'a case costs something');
    return { ...roll, ...outcomeOf(playable, roll.roll), ...ids, userId, playable, transferId };
  },
  prizeOf: ({ id, inventoryItemId, userId, item, playable }) => ({
    item: {
      id: inventoryItemId,
      userId,
      itemId: item.itemId,
      acquiredFrom: `Caixa - ${playable.name}`,
      source: { type: OPENING_CAUSE, id, index: 0 },
    },
  }),
  write: async (tx, openings) => {
    const { values, terms } = await insertOpenings(tx, openings);
    assertAsPlayed(
      openings.map(({ playable }) => playable),
      terms,
    );
    return openings.map((opening) => ({ ...opening, itemValueCents: values.get(opening.item.itemId) as Cents }));
  },
  wonCents: ({ itemValueCents }) => itemValueCents,
  // The answer has the balance.
  saidOf: (openings) => {
    const ids = openings.map(({ id }) => id);
    return { balance: true, plays: ids, notices: [casesOpened(openings)], drops: ids };
  },
};
