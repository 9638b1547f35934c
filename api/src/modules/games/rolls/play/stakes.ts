import { strict as assert } from 'node:assert';
import { isRefused, type Refused } from '../../../../platform/batches/batched-writes.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { addItems } from '../../../assets/inventory/index.ts';
import { chargeWithinLimits, payAndCount, returnAndCount } from '../../../assets/limits/stakes/stakes.ts';
import type { EarlyStakedGame, StakedGame } from '../game.ts';
import { userStream } from '../rolls.records.ts';
import type { Cost, Payment, Stake, StakeDeps, Winning } from './play.records.ts';
import { chooseSeed } from './roll-all.ts';

/**
 * Takes stakes that are played later, with their nonces. Until then they may be given back, so the game calls `earn`
 * when they are played.
 */
export function takeStakes(
  deps: StakeDeps,
  tx: Tx,
  game: EarlyStakedGame,
  costs: readonly Cost[],
): Promise<(Stake | Refused)[]> {
  return chargeStakes(deps, tx, game, costs);
}

/**
 * Takes every stake, within its user's limits. A user may stand in `costs` once. Each cost is answered in its place, or
 * with the reason of its refusal.
 */
export async function chargeStakes(
  { clock, games }: StakeDeps,
  tx: Tx,
  game: StakedGame,
  costs: readonly Cost[],
): Promise<(Stake | Refused)[]> {
  assert(games.includes(game), `${game.name} is not among the games that are registered`);
  const { stake: type } = game.stakes.transfers;
  const outcomes = await chargeWithinLimits(
    tx,
    costs.map(({ clientSeed: _clientSeed, itemsCents, ...cost }) => {
      const stakeCents = cost.amountCents + itemsCents;
      return { ...cost, type, stakeCents, wageredCents: wageredOf(game, stakeCents) };
    }),
    clock.now(),
  );
  return costs.map(({ userId, rolls: count, amountCents, itemsCents, clientSeed }, index) => {
    const paid = outcomes[index] as (typeof outcomes)[0];
    if (isRefused(paid)) return paid;
    const seed = chooseSeed(clientSeed, paid.clientSeed);
    return { ...paid, ...seed, count, stream: userStream(userId), stakeCents: amountCents + itemsCents };
  });
}

const wageredOf = ({ stakes }: StakedGame, stakeCents: Cents) => (stakes.figures === null ? 0n : stakeCents);

/** Stakes that are not played are neither wagered nor lost, but their nonces stay taken. Each user stands here once. */
export function returnStakes(
  { clock }: StakeDeps,
  tx: Tx,
  game: EarlyStakedGame,
  returned: readonly (Payment & { userId: Id<'user'> })[],
) {
  const { refund: type } = game.stakes.transfers;
  assert(type !== null, `${game.name} gives nothing back`);
  return returnAndCount(
    tx,
    returned.map((each) => ({ ...each, type, wageredCents: wageredOf(game, each.amountCents) })),
    clock.now(),
  );
}

/** Every prize is given here and lowers the losses of users with limits. The accounts are locked. */
export async function giveWinnings(
  { clock }: StakeDeps,
  tx: Tx,
  game: StakedGame,
  winnings: readonly Winning[],
): Promise<ReadonlyMap<Id<'user'>, Cents>> {
  const [, balances] = await Promise.all([
    addItems(tx, itemsOf(winnings)),
    payWinnings({ clock }, tx, game, winnings, () => true),
  ]);
  return balances;
}

/** Items may be given before their worth is known. */
export const itemsOf = (winnings: readonly Pick<Winning, 'prizes'>[]) =>
  winnings.flatMap(({ prizes }) => prizes.flatMap((prize) => ('item' in prize ? [prize.item] : [])));

export function payWinnings(
  { clock }: Pick<StakeDeps, 'clock'>,
  tx: Tx,
  { name, stakes }: StakedGame,
  winnings: readonly Winning[],
  mayHaveLimits: (userId: Id<'user'>) => boolean,
): Promise<ReadonlyMap<Id<'user'>, Cents>> {
  const { prize: type } = stakes.transfers;
  for (const winning of winnings) assertIsPaid(name, winning);
  const credits = winnings.flatMap(({ userId, prizes }) =>
    prizes.flatMap((prize) => {
      if ('item' in prize) return [];
      assert(type !== null, `${name} pays no money`);
      return [{ userId, type, ...prize.payment }];
    }),
  );
  const counted = winnings.filter(({ userId, wonCents }) => wonCents > 0n && mayHaveLimits(userId));
  return payAndCount(tx, { credits, counted }, clock.now());
}

function assertIsPaid(name: string, { wonCents, prizes }: Winning): void {
  const paidCents = prizes.reduce((sum, prize) => sum + ('payment' in prize ? prize.payment.amountCents : 0n), 0n);
  const hasItems = prizes.some((prize) => 'item' in prize);
  const isPaid = hasItems ? wonCents >= paidCents : wonCents === paidCents;
  assert(isPaid, `${name} says that ${wonCents} cents were won, and pays ${paidCents}`);
}
