import { type ClientSeedSource, HASH_MAX, rollOf } from '@lisura/fairness';
import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { isRefused, type Refused } from '../../../platform/refusals.ts';
import { takeItemIds } from '../../assets/inventory/index.ts';
import { randomSeeds, type SeedDeps, takeSeeds } from './commitments.ts';
import type { CommittedSeed } from './commitments.types.ts';
import type { DrawnRoll, EarlierRules, PaidRolls, Played, PlayedRoll } from './play.types.ts';

/**
 * How every game with rolls is played, for any number of commands at once: charge; then what the stakes earn, the committed
 * seeds and ids; then, everything being decided, write. The number of statements does not depend on how many play or how
 * often. For each command in its place what came of it, or why nothing did.
 */
export async function play<Command, Paid extends PaidRolls, Drawn, Result>(
  deps: SeedDeps,
  tx: Tx,
  game: EarlierRules<Command, Paid, Drawn, Result>,
  commands: readonly Command[],
): Promise<(Played<Paid, Result> | Refused)[]> {
  const charged = await game.charge(tx, commands);
  const paid = charged.filter((each): each is Paid => !isRefused(each));
  if (paid.length === 0) return charged.filter(isRefused);
  const rolls = (await drawRolls(deps, tx, game, paid)).values();
  const drawn = commands.map((command, index) => {
    const own = charged[index] as Paid | Refused;
    if (isRefused(own)) return own;
    const ownRolls = rolls.next().value as PlayedRoll[];
    return { paid: own, drawn: ownRolls.map((roll) => game.draw(command, own, roll)) };
  });
  const results = (
    await game.write(
      tx,
      drawn.flatMap((each) => (isRefused(each) ? [] : each.drawn)),
    )
  ).values();
  return drawn.map((each) =>
    isRefused(each) ? each : { paid: each.paid, results: each.drawn.map(() => results.next().value as Result) },
  );
}

/** By play, and then by nonce. */
async function drawRolls<Paid extends PaidRolls>(
  deps: SeedDeps,
  tx: Tx,
  game: Pick<EarlierRules<never, Paid, unknown, unknown>, 'earn' | 'stakeOf' | 'takeRecordIds'>,
  paid: readonly Paid[],
): Promise<PlayedRoll[][]> {
  const total = paid.reduce((sum, { count }) => sum + count, 0);
  const { earn, stakeOf } = game;
  const [seeds, recordIds, itemIds] = await Promise.all([
    takeSeeds(deps, tx, paid),
    game.takeRecordIds?.(tx, total) ?? [],
    takeItemIds(tx, total),
    earn && stakeOf && earn(tx, paid.map(stakeOf)),
  ]);
  const [nextRecordId, nextItemId] = [recordIds.values(), itemIds.values()];
  return paid.map(({ firstNonce, count, clientSeed, clientSeedSource }, index) => {
    const clientSeeds = clientSeed === null ? randomSeeds(count) : [];
    return (seeds[index] ?? []).map((seed, place) => ({
      drawn: drawnRoll(seed, clientSeed ?? (clientSeeds[place] as string), clientSeedSource, firstNonce + place),
      recordId: nextRecordId.next().value ?? null,
      inventoryItemId: nextItemId.next().value as Id<'inventoryItem'>,
    }));
  });
}

function drawnRoll(
  seed: CommittedSeed,
  clientSeed: string,
  clientSeedSource: ClientSeedSource,
  nonce: number,
): DrawnRoll {
  return {
    ...seed,
    clientSeed,
    clientSeedSource,
    nonce,
    roll: rollOf({ serverSeed: seed.serverSeed, clientSeed, nonce, max: HASH_MAX }),
  };
}
