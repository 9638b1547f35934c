import { afterCommit } from '../../../../platform/database/after-commit.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import { isRefused, notRefused, type Refused } from '../../../../platform/refusals.ts';
import { addItems } from '../../../assets/inventory/index.ts';
import { notifyBalance } from '../../../assets/wallet/index.ts';
import type { PaidStake, PlayDeps, PlayedCommand, Prize, Rules } from './play.types.ts';
import { rollAll } from './roll-all.ts';
import { chargeStakes, itemsOf, payWinnings } from './stakes.ts';

/**
 * How every game is played whose stakes are rolled at once, for any number of commands. Stakes are taken within limits and
 * earn; rolls are drawn from committed seeds; what is won is given, written and counted; and after the commit users are notified. The
 * number of statements does not depend on how many play or how often. For each command in its place what came of it, or why
 * nothing did.
 */
export async function playGame<Command, Ids, Drawn, Result>(
  deps: PlayDeps,
  tx: Tx,
  rules: Rules<Command, Ids, Drawn, Result>,
  commands: readonly Command[],
): Promise<(PlayedCommand<Result> | Refused)[]> {
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
    for (const [index, each] of played.entries()) say(deps, rules, (paid[index] as Paid<Command>).stake, each);
  });
  const inOrder = played.values();
  return charged.map((each) => (isRefused(each) ? each : (inOrder.next().value as PlayedCommand<Result>)));
}

/** One command by itself; throws why it is refused. */
export async function playOne<Command, Ids, Drawn, Result>(
  deps: PlayDeps,
  tx: Tx,
  rules: Rules<Command, Ids, Drawn, Result>,
  command: Command,
): Promise<PlayedCommand<Result>> {
  const [played] = await playGame(deps, tx, rules, [command]);
  return notRefused(played);
}

interface Paid<Command> {
  command: Command;
  stake: PaidStake;
}

interface DrawnPlay<Drawn> {
  stake: PaidStake;
  drawn: readonly Drawn[];
  prizes: readonly (Prize | null)[];
}

/** Seeds, ids and what the stakes earn, sent together; then every roll is decided. */
async function drawPlays<Command, Ids, Drawn>(
  deps: PlayDeps,
  tx: Tx,
  rules: Pick<Rules<Command, Ids, Drawn, never>, 'takeIds' | 'draw' | 'prizeOf'>,
  paid: readonly Paid<Command>[],
): Promise<DrawnPlay<Drawn>[]> {
  const stakes = paid.map(({ stake }) => stake);
  const total = stakes.reduce((sum, { count }) => sum + count, 0);
  const [rolls, ids] = await Promise.all([
    rollAll(deps, tx, stakes),
    rules.takeIds(tx, total),
    deps.earn(
      tx,
      stakes.map(({ userId, stakeCents }) => ({ userId, stakeCents })),
    ),
  ]);
  const nextIds = ids.values();
  return paid.map(({ command, stake }, index) => {
    const drawn = (rolls[index] ?? []).map((roll) =>
      rules.draw(command, { roll, ids: nextIds.next().value as Ids, paid: stake }),
    );
    return { stake, drawn, prizes: drawn.map(rules.prizeOf) };
  });
}

/** Everything at once: the items first, since records refer to them. */
async function writePlays<Drawn, Result>(
  tx: Tx,
  rules: Pick<Rules<never, never, Drawn, Result>, 'write' | 'wonCents'>,
  plays: readonly DrawnPlay<Drawn>[],
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
    const winnings = results.map((result, place) => ({
      userId: stake.userId,
      wonCents: rules.wonCents(result),
      prizes: prizesOf(prizes[place]),
    }));
    return { stake, results, winnings };
  });
}

function limitedAmong(paid: readonly Paid<unknown>[]) {
  const limited = new Set(paid.filter(({ stake }) => stake.hasLimits).map(({ stake }) => stake.userId));
  return (userId: PaidStake['userId']) => limited.has(userId);
}

function say<Result>(
  { push, notifyUser, showDrops }: PlayDeps,
  { game, saidOf }: Pick<Rules<never, never, never, Result>, 'game' | 'saidOf'>,
  { userId }: PaidStake,
  { results, balanceCents }: PlayedCommand<Result>,
): void {
  const { balance, plays, notices, drops } = saidOf(results);
  if (balance) notifyBalance(push, userId, balanceCents, { game: game.name, ids: [...plays] });
  if (drops.length > 0) showDrops(drops.map((id) => ({ game: game.name, id })));
  if (notices.length > 0) notifyUser(userId, notices);
}
