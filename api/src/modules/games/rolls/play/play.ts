import { strict as assert } from 'node:assert';
import { HASH_MAX, rollOf } from '@lisura/fairness';
import { isRefused, notRefused, type Refused } from '../../../../platform/batches/batched-writes.ts';
import { afterCommit, type Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { addItems } from '../../../assets/inventory/index.ts';
import { chargeWithinLimits, payAndCount, returnAndCount } from '../../../assets/limits/stakes/stakes.ts';
import { notifyBalance } from '../../../assets/wallet/index.ts';
import { randomSeeds, type SeedDeps, takeSeeds } from '../commitments/commitments.ts';
import type { EarlyStakedGame, StakedGame } from '../game.ts';
import { type DrawnRoll, type PaidRolls, userStream } from '../rolls.records.ts';
import type { Cost, Payment, PlayDeps, Played, Prize, Rules, Stake, StakeDeps, Winning } from './play.records.ts';

/**
 * All stakes are rolled at once, in a fixed number of statements. Users are notified after the commit. Each command is
 * answered in its place, or with the reason of its refusal.
 */
export async function playGame<Command, Ids, Drawn, Result>(
  deps: PlayDeps,
  tx: Tx,
  rules: Rules<Command, Ids, Drawn, Result>,
  commands: readonly Command[],
): Promise<(Played<Result> | Refused)[]> {
  const charged = await chargeStakes(deps, tx, rules.game, commands.map(rules.costOf));
  const paid = charged.flatMap((stake, index) =>
    isRefused(stake) ? [] : [{ stake, command: commands[index] as Command }],
  );
  if (paid.length === 0) return charged.filter(isRefused);
  const plays = await writePlays(tx, rules, await drawPlays(deps, tx, rules, paid));
  const balances = await payWinnings(
    deps,
    tx,
    rules.game,
    plays.flatMap((each) => each.winnings),
    limitedAmong(paid),
  );
  const played = plays.map(({ stake, results }) => ({
    results,
    stakeCents: stake.stakeCents,
    balanceCents: balances.get(stake.userId) ?? stake.balanceCents,
  }));
  afterCommit(tx, () => {
    for (const [index, each] of played.entries()) notify(deps, rules, (paid[index] as Paid<Command>).stake, each);
  });
  const inOrder = played.values();
  return charged.map((each) => (isRefused(each) ? each : (inOrder.next().value as Played<Result>)));
}

export async function playOne<Command, Ids, Drawn, Result>(
  deps: PlayDeps,
  tx: Tx,
  rules: Rules<Command, Ids, Drawn, Result>,
  command: Command,
): Promise<Played<Result>> {
  const [played] = await playGame(deps, tx, rules, [command]);
  return notRefused(played);
}

interface Paid<Command> {
  command: Command;
  stake: Stake;
}

interface Draw<Drawn> {
  stake: Stake;
  drawn: readonly Drawn[];
  prizes: readonly (Prize | null)[];
}

async function drawPlays<Command, Ids, Drawn>(
  deps: PlayDeps,
  tx: Tx,
  rules: Pick<Rules<Command, Ids, Drawn, never>, 'takeIds' | 'draw' | 'prizeOf'>,
  paid: readonly Paid<Command>[],
): Promise<Draw<Drawn>[]> {
  const stakes = paid.map(({ stake }) => stake);
  const total = stakes.reduce((sum, { count }) => sum + count, 0);
  const [rolls, ids] = await Promise.all([rollAll(deps, tx, stakes), rules.takeIds(tx, total), deps.earn(tx, stakes)]);
  const nextIds = ids.values();
  return paid.map(({ command, stake }, index) => {
    const drawn = (rolls[index] ?? []).map((roll) =>
      rules.draw(command, { roll, ids: nextIds.next().value as Ids, paid: stake }),
    );
    return { stake, drawn, prizes: drawn.map(rules.prizeOf) };
  });
}

/** The items come first, since records refer to them. */
async function writePlays<Drawn, Result>(
  tx: Tx,
  rules: Pick<Rules<never, never, Drawn, Result>, 'write' | 'wonCents'>,
  plays: readonly Draw<Drawn>[],
) {
  const prizesOf = (prize: Prize | null | undefined) => (prize ? [prize] : []);
  const [, written] = await Promise.all([
    addItems(tx, itemsOf(plays.map(({ prizes }) => ({ prizes: prizes.flatMap(prizesOf) })))),
    rules.write(
      tx,
      plays.flatMap(({ drawn }) => drawn),
    ),
  ]);
  const next = written.values();
  return plays.map(({ stake, drawn, prizes }) => {
    const results = drawn.map(() => next.next().value as Result);
    const winnings = results.map(
      (result, place): Winning => ({
        userId: stake.userId,
        wonCents: rules.wonCents(result),
        prizes: prizesOf(prizes[place]),
      }),
    );
    return { stake, results, winnings };
  });
}

function limitedAmong(paid: readonly Paid<unknown>[]) {
  const limited = new Set(paid.filter(({ stake }) => stake.hasLimits).map(({ stake }) => stake.userId));
  return (userId: Stake['userId']) => limited.has(userId);
}

function notify<Result>(
  { push, notifyUser, showDrops }: PlayDeps,
  { game, saidOf }: Pick<Rules<never, never, never, Result>, 'game' | 'saidOf'>,
  { userId }: Stake,
  { results, balanceCents }: Played<Result>,
): void {
  const { balance, plays, notices, drops } = saidOf(results);
  if (balance) notifyBalance(push, userId, balanceCents, { game: game.name, ids: [...plays] });
  if (drops.length > 0) showDrops(drops.map((id) => ({ game: game.name, id })));
  if (notices.length > 0) notifyUser(userId, notices);
}

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
async function chargeStakes(
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
const itemsOf = (winnings: readonly Pick<Winning, 'prizes'>[]) =>
  winnings.flatMap(({ prizes }) => prizes.flatMap((prize) => ('item' in prize ? [prize.item] : [])));

function payWinnings(
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

/** Without either seed the server draws one for each roll. */
export function chooseSeed(
  ofRequest: string | null,
  ofAccount: string | null,
): Pick<PaidRolls, 'clientSeed' | 'clientSeedSource'> {
  if (ofRequest !== null) return { clientSeed: ofRequest, clientSeedSource: 'REQUEST' };
  if (ofAccount !== null) return { clientSeed: ofAccount, clientSeedSource: 'ACCOUNT' };
  return { clientSeed: null, clientSeedSource: 'SERVER' };
}

export async function rollAll(deps: SeedDeps, tx: Tx, paid: readonly PaidRolls[]): Promise<DrawnRoll[][]> {
  const seeds = await takeSeeds(deps, tx, paid);
  return paid.map(({ firstNonce, count, clientSeed: given, clientSeedSource }, index) => {
    const drawn = given === null ? randomSeeds(count) : [];
    return (seeds[index] ?? []).map((seed, place) => {
      const [clientSeed, nonce] = [given ?? (drawn[place] as string), firstNonce + place];
      const roll = rollOf({ serverSeed: seed.serverSeed, clientSeed, nonce, max: HASH_MAX });
      return { ...seed, clientSeed, clientSeedSource, nonce, roll };
    });
  });
}
