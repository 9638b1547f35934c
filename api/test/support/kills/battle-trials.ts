import { createBattle } from '../../../src/modules/games/battles/lobby/take-seats.ts';
import { userStream } from '../../../src/modules/games/rolls/index.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { commitTo } from '../committed-seeds.ts';
import { seedThatRolls } from '../independent-rolls.ts';
import { type BattleFlow, battleRequest, lobbyOf, runFlow } from './battle-flows.ts';
import { createMoneyPlayer, type Player, type Stage, type Trials } from './stage.ts';

/** A battle of one case that a player has created, with a seed that rolls as told. */
async function battleOf({ db, caseId }: Stage, { userId }: Player, seatCount: number): Promise<Id<'battle'>> {
  await commitRoll(db, userId, (roll) => roll < 1_000_000);
  const request = battleRequest({ userId, ip: '127.0.0.1' }, { caseId, seatCount, clientSeed: BATTLE_SEED });
  return (await createBattle(lobbyOf(db), request, null)).battle.id;
}

const BATTLE_SEED = 'of a battle';

/** The next roll of a user who brings the client seed of battles. */
async function commitRoll(db: Db, userId: Id<'user'>, isWanted: (roll: number) => boolean): Promise<void> {
  const { serverSeed } = seedThatRolls(isWanted, { clientSeed: BATTLE_SEED, nonce: 1 });
  await commitTo(db, { stream: userStream(userId), nonce: 1, serverSeed });
}

const battlePaid = { balanceCents: -150, transfers: ['BATTLE_ENTRY 150'] };

/** Battles, from their creation to their end. */
export const battleTrials: Trials<BattleFlow> = {
  kind: 'battles',
  runFlow,
  trials: [
    {
      title: 'the creation of a battle',
      flow: ({ caseId }, { userId }) => ({
        name: 'createBattle',
        userId,
        key: null,
        command: { caseId, seatCount: 2 },
      }),
      // The seat, the bot that might take the other, and the roll that breaks a tie have one each.
      change: { ...battlePaid, battles: ['WAITING: 1 of 2 seats'], audit: Array(3).fill('SEEDS_COMMITTED') },
    },
    {
      title: 'joining a battle',
      flow: async (stage, { userId }) => {
        const battleId = await battleOf(stage, await createMoneyPlayer(stage), 3);
        return { name: 'joinBattle', userId, key: null, command: { battleId, clientSeed: null } };
      },
      change: { ...battlePaid, battles: ['WAITING: 2 of 3 seats'], audit: ['SEEDS_COMMITTED'] },
    },
    {
      title: 'the last seat of a battle, which starts and ends it,',
      flow: async (stage, { userId }) => {
        const battleId = await battleOf(stage, await createMoneyPlayer(stage), 2);
        await commitRoll(stage.db, userId, (roll) => roll > 9_990_000);
        return { name: 'joinBattle', userId, key: null, command: { battleId, clientSeed: BATTLE_SEED } };
      },
      change: {
        ...battlePaid,
        items: Array(5).fill('AVAILABLE'),
        battles: ['COMPLETED: 2 of 2 seats'],
        progress: ['wagered 150, given 0 tickets, spent 0'],
      },
    },
    {
      title: 'the cancellation of a battle',
      flow: async (stage, player) => {
        const command = { battleId: await battleOf(stage, player, 2) };
        return { name: 'cancelBattle', userId: player.userId, key: null, command };
      },
      change: {
        balanceCents: 150,
        transfers: ['BATTLE_REFUND 150'],
        battles: ['CANCELLED: 1 of 2 seats'],
        audit: ['BATTLE_CANCELLED'],
      },
    },
  ],
};
