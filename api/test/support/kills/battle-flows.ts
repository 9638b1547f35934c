import { battleWaitSetting } from '../../../src/modules/games/battles/battles.records.ts';
import type { BattleRequest } from '../../../src/modules/games/battles/lobby/lobby.records.ts';
import { createBattle, joinBattle } from '../../../src/modules/games/battles/lobby/take-seats.ts';
import { battleGame } from '../../../src/modules/games/battles/rounds/battles.game.ts';
import { cancelBattle } from '../../../src/modules/games/battles/rounds/play-rounds.ts';
import { beaconDelaySetting } from '../../../src/modules/games/beacon/index.ts';
import { earnFromWagers } from '../../../src/modules/games/events/pass/pass.sql.ts';
import { systemClock as clock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { silentLogger as logger } from '../../../src/platform/observability/logger.ts';
import { testSeedSeal as seedSeal } from '../committed-seeds.ts';
import { unheardSettings } from './unheard-settings.ts';
import { type FlowOf, push } from './user-flows.ts';

export type BattleFlow = FlowOf<{
  createBattle: { caseId: Id<'case'>; seatCount: number };
  joinBattle: { battleId: Id<'battle'>; clientSeed: string | null };
  cancelBattle: { battleId: Id<'battle'> };
}>;

export async function runFlow(db: Db, flow: BattleFlow): Promise<void> {
  const deps = lobbyOf(db);
  const asker = { userId: flow.userId, ip: '127.0.0.1', invitationCode: null };
  switch (flow.name) {
    case 'createBattle':
      await createBattle(deps, battleRequest(asker, flow.command), null);
      break;
    case 'joinBattle':
      await joinBattle(deps, { ...asker, ...flow.command }, null);
      break;
    case 'cancelBattle':
      await cancelBattle(deps, { reason: 'No longer wanted', actorId: null, ip: null, ...flow.command }, null);
  }
}

export const lobbyOf = (db: Db) => ({
  db,
  seedSeal,
  clock,
  push,
  games: [battleGame],
  beacon: null,
  earn: earnFromWagers,
  showDrops: () => undefined,
  settings: unheardSettings(db, [battleWaitSetting, beaconDelaySetting]),
  logger,
});

export function battleRequest(
  asker: { userId: Id<'user'>; ip: string },
  { caseId, seatCount, clientSeed = null }: { caseId: Id<'case'>; seatCount: number; clientSeed?: string | null },
): BattleRequest {
  return {
    ...asker,
    mode: 'NORMAL',
    isTeams: false,
    isPrivate: false,
    randomness: 'server',
    caseIds: [caseId],
    seatCount,
    clientSeed,
    expectedEntryCents: null,
  };
}
