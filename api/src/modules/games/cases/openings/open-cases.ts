import { strict as assert } from 'node:assert';
import { createBatchedWrite, isRefused, type Outcome } from '../../../../platform/batches/batched-writes.ts';
import { hadNoEffect } from '../../../../platform/database/database-errors.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Keyed, type Once, writeManyOnce, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { AppError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { nextItemIds, OPENING_CAUSE } from '../../../assets/inventory/index.ts';
import { type Cost, type PlayDeps, playGame, type Rules } from '../../rolls/index.ts';
import {
  caseIsNotAsExpected,
  caseIsPaused,
  caseKeepsChanging,
  caseNotFound,
  isPaused,
  type PlayableCase,
} from '../cases.records.ts';
import type { CaseCatalogue } from '../catalogue/case-catalogue.ts';
import { caseGame } from './openings.game.ts';
import {
  casesOpened,
  type ExpectedCase,
  isAsPlayed,
  type NewOpening,
  type OpenCommand,
  type OpenedCases,
  type Opening,
  outcomeOf,
  surprisesOf,
} from './openings.records.ts';
import { findTerms, insertOpenings, type OpeningIds, type TermsById, takeOpeningIds } from './openings.sql.ts';

/** The cases are not as they were played; the whole transaction rolls back. */
class CasesChanged extends Error {
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

/** Each user has one command. A command that cannot be paid or played is refused and costs nothing. */
export async function playCases(
  deps: PlayDeps,
  tx: Tx,
  commands: readonly OpenCommand[],
): Promise<Outcome<OpenedCases>[]> {
  const played = await playGame(deps, tx, caseRules, commands);
  const unpaid = commands.filter((_, index) => isRefused(played[index] as object)).map(({ playable }) => playable);
  if (unpaid.length > 0) {
    // The price may have been an old one.
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
  saidOf: (openings) => {
    const ids = openings.map(({ id }) => id);
    return { balance: true, plays: ids, notices: [casesOpened(openings)], drops: ids };
  },
};

/** Light requests are best done many at once. Where each batch is full, there is work for a third. */
const MAX_BATCHES = 2;
const MAX_FULL_BATCHES = 3;
const MAX_COMMANDS = 100;
/** Limits the openings that a request for one waits for. */
const MAX_OPENINGS = 400;
/** A request that so many edits overtake is refused. */
const MAX_ATTEMPTS = 5;

interface OpenDeps extends PlayDeps {
  db: Db;
  catalogue: CaseCatalogue;
}

interface OpenRequest extends Omit<OpenCommand, 'playable'> {
  caseId: Id<'case'>;
  expected: ExpectedCase;
}

export type OpenCases = (request: OpenRequest, once: Once<OpenedCases> | null) => Promise<OpenedCases>;

type OpenRepeatable = Keyed<OpenCommand, OpenedCases>;

/**
 * Requests that arrive together are done in one transaction, with a number of statements that depends neither on the
 * requests nor on the cases. Memory learns of edits a moment late. So the statement that writes openings returns the
 * present cases, and where one differs from the played one everything rolls back and is played again. An edit, a price
 * or a limit thus holds for every opening that begins after its commit, in every process.
 */
export function createOpenCases(deps: OpenDeps): OpenCases {
  const { db, catalogue } = deps;
  const openWithOthers = createBatchedWrite<OpenRepeatable, OpenedCases>({
    keyOf: ({ command }) => command.userId,
    runBatch: (batch, refuse) => openBatch(deps, batch, refuse),
    hadNoEffect,
    maxBatches: MAX_BATCHES,
    maxFullBatches: MAX_FULL_BATCHES,
    maxCommands: MAX_COMMANDS,
    weightOf: ({ command }) => command.quantity,
    maxWeight: MAX_OPENINGS,
  });
  const open = (request: OpenRequest, once: Once<OpenedCases> | null, playable: PlayableCase | null) => {
    const refusal = refusalOf(request, playable);
    if (refusal !== null) return once === null ? Promise.reject(refusal) : refuseOnce(db, once, refusal);
    assert(playable !== null, 'a case that is not known is refused');
    const { userId, quantity, clientSeed } = request;
    return openWithOthers({ command: { userId, quantity, clientSeed, playable }, once });
  };

  return async (request, once) => {
    let playable = await findToPlay(catalogue, request);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await open(request, once, playable);
      } catch (error) {
        if (!(error instanceof CasesChanged)) throw error;
        if (attempt === MAX_ATTEMPTS) throw caseKeepsChanging();
        playable = await catalogue.findNow(request.caseId);
      }
    }
  };
}

/** Memory refuses nobody, since it may not know of the latest change. */
async function findToPlay(catalogue: CaseCatalogue, request: OpenRequest): Promise<PlayableCase | null> {
  const known = await catalogue.find(request.caseId);
  return known === null || refusalOf(request, known) === null ? known : catalogue.findNow(request.caseId);
}

function refusalOf({ expected }: OpenRequest, playable: PlayableCase | null): AppError | null {
  if (playable === null) return caseNotFound();
  const surprises = surprisesOf(expected, playable);
  if (surprises.length > 0) return caseIsNotAsExpected(surprises, playable);
  return isPaused(playable) ? caseIsPaused() : null;
}

/** A repeat gets the first answer, even where the case may no longer be opened. */
const refuseOnce = (db: Db, once: Once<OpenedCases>, refusal: AppError) =>
  writeOnce(db, once, () => Promise.reject(refusal));

/** Commands on changed cases are refused, and the others run without them. */
async function openBatch(
  deps: PlayDeps & Pick<OpenDeps, 'db'>,
  batch: readonly OpenRepeatable[],
  refuse: (each: OpenRepeatable, why: Error) => void,
): Promise<Outcome<OpenedCases>[]> {
  if (batch.length === 0) return [];
  const left = new Set(batch);
  const leaveOut = (each: OpenRepeatable, why: Error) => {
    left.delete(each);
    refuse(each, why);
  };
  try {
    return await writeManyOnce(deps.db, batch, (tx, commands) => playCases(deps, tx, commands), leaveOut);
  } catch (error) {
    if (!(error instanceof CasesChanged)) throw error;
    for (const each of left) if (error.cases.has(each.command.playable)) leaveOut(each, error);
    const outcomes = (await openBatch(deps, [...left], refuse)).values();
    return batch.map((each) => (left.has(each) ? (outcomes.next().value as Outcome<OpenedCases>) : { refused: error }));
  }
}
