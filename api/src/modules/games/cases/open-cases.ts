import { strict as assert } from 'node:assert';
import { createBatchedWrite, type Outcome } from '../../../platform/batched-writes.ts';
import { type Db, type Tx, transaction } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Once, writeOnce } from '../../../platform/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import { addItems, takeItemIds } from '../../assets/inventory/index.ts';
import { chargeWagers, type PaidWager, wagerNotPayable } from '../../assets/wallet/index.ts';
import { randomSeeds, takeSeeds } from '../fairness/index.ts';
import type { CaseCatalogue } from './case-catalogue.ts';
import { caseNotFound } from './cases.errors.ts';
import { insertOpenings, takeOpeningIds } from './open-cases.sql.ts';
import { drawOpening } from './openings.rules.ts';
import { type NewOpening, OPENING_SOURCE, type OpenCommand, type OpenedCases } from './openings.types.ts';

/** Two of light requests, which are best done many at once; three where each is full: then there is work for all. */
const MAX_BATCHES = 2;
const MAX_FULL_BATCHES = 3;
const MAX_COMMANDS = 100;
/** Openings in one transaction, beyond a single request's: a request for one waits for no more than these. */
const MAX_OPENINGS = 400;

/** What a stake earns beside its game, in the transaction that charged it. */
export type Earn = (tx: Tx, stakes: readonly { userId: Id<'user'>; stakeCents: bigint }[]) => Promise<void>;

interface OpenDeps {
  db: Db;
  catalogue: CaseCatalogue;
  earn: Earn;
  /** After the commit. */
  onOpened(userId: Id<'user'>, opened: OpenedCases): void;
}

interface OpenRequest extends Omit<OpenCommand, 'playable'> {
  caseId: Id<'case'>;
}

export type OpenCases = (request: OpenRequest, once: Once<OpenedCases> | null) => Promise<OpenedCases>;

/**
 * Opens cases. Requests that arrive together are done together, in one transaction with a number of statements that
 * depends neither on how many they are nor on how many cases they open. One that may be repeated runs by itself, since
 * its answer is kept in its own transaction.
 */
export function createOpenCases({ db, catalogue, earn, onOpened }: OpenDeps): OpenCases {
  const openWithOthers = createBatchedWrite<OpenCommand, OpenedCases>({
    keyOf: ({ userId }) => userId,
    runBatch: (commands) => transaction(db, (tx) => openTogether(tx, commands, earn)),
    // Only a lost connection leaves in doubt whether the commit has happened.
    leftNothing: (failure) => !(failure instanceof AppError && failure.status === 503),
    maxBatches: MAX_BATCHES,
    maxFullBatches: MAX_FULL_BATCHES,
    maxCommands: MAX_COMMANDS,
    weightOf: ({ quantity }) => quantity,
    maxWeight: MAX_OPENINGS,
  });
  const openAlone = (once: Once<OpenedCases>, command: OpenCommand | null) =>
    writeOnce(db, once, async (tx) => {
      if (command === null) throw caseNotFound();
      const [outcome] = await openTogether(tx, [command], earn);
      assert(outcome !== undefined);
      if ('refused' in outcome) throw outcome.refused;
      return outcome.done;
    });
  return async ({ caseId, ...request }, once) => {
    const playable = await catalogue.find(caseId);
    const command = playable === null ? null : { ...request, playable };
    const opened = await (once === null ? openWithOthers(found(command)) : openAlone(once, command));
    onOpened(request.userId, opened);
    return opened;
  };
}

function found(command: OpenCommand | null): OpenCommand {
  if (command === null) throw caseNotFound();
  return command;
}

/**
 * All commands in one transaction, each user once. Stakes and nonces; then what they earn, the committed seeds and
 * ids; then, everything
 * being decided, items and openings together. A command that cannot be paid is refused and has cost nothing.
 */
async function openTogether(tx: Tx, commands: readonly OpenCommand[], earn: Earn): Promise<Outcome<OpenedCases>[]> {
  const paidByUser = new Map((await chargeWagers(tx, commands.map(chargeOf))).map((paid) => [paid.userId, paid]));
  const plays = commands.flatMap((command) => {
    const paid = paidByUser.get(command.userId);
    return paid === undefined ? [] : [{ command, paid }];
  });
  const openings = plays.length === 0 ? [] : await drawAll(tx, plays, earn);
  const [values] =
    openings.length === 0
      ? [new Map()]
      : await Promise.all([insertOpenings(tx, openings), addItems(tx, openings.map(itemOf))]);
  let next = 0;
  return commands.map((command) => {
    const paid = paidByUser.get(command.userId);
    if (paid === undefined) return { refused: wagerNotPayable() };
    const from = next;
    next += command.quantity;
    const opened = openings.slice(from, next).map((opening) => ({
      ...opening,
      itemValueCents: values.get(opening.item.itemId) as bigint,
    }));
    return {
      done: {
        openings: opened,
        balanceCents: paid.balanceCents,
        totalCostCents: costOf(command),
        totalWonCents: opened.reduce((sum, { itemValueCents }) => sum + itemValueCents, 0n),
      },
    };
  });
}

interface Play {
  command: OpenCommand;
  paid: PaidWager;
}

/** The openings of all plays, play by play and then by nonce. */
async function drawAll(tx: Tx, plays: readonly Play[], earn: Earn): Promise<NewOpening[]> {
  const asks = plays.map(({ command, paid }) => ({
    userId: paid.userId,
    firstNonce: paid.firstNonce,
    count: command.quantity,
  }));
  const total = asks.reduce((sum, { count }) => sum + count, 0);
  const [seeds, openingIds, itemIds] = await Promise.all([
    takeSeeds(tx, asks),
    takeOpeningIds(tx, total),
    takeItemIds(tx, total),
    earn(
      tx,
      plays.map(({ command }) => ({ userId: command.userId, stakeCents: costOf(command) })),
    ),
  ]);
  let next = 0;
  return plays.flatMap(({ command, paid }, play) => {
    const { userId, playable, quantity } = command;
    const { transferId } = paid;
    assert(transferId !== null, 'a case costs something');
    const chosenSeed = command.clientSeed ?? paid.clientSeed;
    const randomOnes = chosenSeed === null ? randomSeeds(quantity) : [];
    return (seeds[play] ?? []).map((seed, index) => {
      const clientSeed = chosenSeed ?? (randomOnes[index] as string);
      const drawn = drawOpening(playable, { ...seed, clientSeed, nonce: paid.firstNonce + index });
      const id = openingIds[next] as Id<'case-opening'>;
      const inventoryItemId = itemIds[next] as Id<'inventoryItem'>;
      next += 1;
      return { ...drawn, id, inventoryItemId, userId, playable, transferId };
    });
  });
}

const costOf = ({ playable, quantity }: OpenCommand) => playable.priceCents * BigInt(quantity);

function chargeOf(command: OpenCommand) {
  const { userId, playable, quantity } = command;
  return {
    userId,
    amountCents: costOf(command),
    stakeCents: costOf(command),
    rolls: quantity,
    type: 'CASE_OPEN' as const,
    reason: `Opened case: ${playable.name}${quantity === 1 ? '' : ` (${quantity} times)`}`,
    reference: { type: 'CASE', id: playable.id },
  };
}

function itemOf({ id, inventoryItemId, userId, item, playable }: NewOpening) {
  return {
    id: inventoryItemId,
    userId,
    itemId: item.itemId,
    acquiredFrom: `Caixa - ${playable.name}`,
    source: { type: OPENING_SOURCE, id, index: 0 },
  };
}
