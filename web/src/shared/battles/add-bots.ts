import { call } from '../../data/api.ts';
import { seedWith } from '../fairness/kept-seeds.ts';
import { playSeeded } from '../fairness/refused-plays.ts';
import type { Battle } from './battle.ts';

/** The battle's own hash, shown since it was created, stands for those of its bots: all are decided by one client seed. */
export async function addBots(userId: string, battle: Battle, count: number): Promise<Battle> {
  const shown = [{ nonce: 1, serverSeedHash: battle.tieBreak.serverSeedHash }];
  const terms = { game: 'BATTLES', battleId: battle.id } as const;
  const { answer } = await playSeeded(
    { userId, stream: `battle:${battle.id}`, terms, shown, count: 1, fresh: seedWith(null) },
    (clientSeed) => call('POST /battles/{id}/add-bots', { params: { id: battle.id }, body: { count, clientSeed } }),
  );
  return answer;
}
