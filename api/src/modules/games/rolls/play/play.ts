import { isRefused, notRefused, type Refused } from '../../../../platform/batches/batched-writes.ts';
import { afterCommit, type Tx } from '../../../../platform/database/db.ts';
import { addItems } from '../../../assets/inventory/index.ts';
import { notifyBalance } from '../../../assets/wallet/index.ts';
import type { PlayDeps, Played, Prize, Rules, Stake, Winning } from './play.records.ts';
import { rollAll } from './roll-all.ts';
import { chargeStakes, itemsOf, payWinnings } from './stakes.ts';

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
