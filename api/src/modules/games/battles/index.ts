import { toId } from '../../../platform/ids.ts';
import type { JobSet } from '../../../platform/jobs/jobs.ts';
import { beaconDelaySetting } from '../beacon/index.ts';
import type { GameModule } from '../rolls/index.ts';
import { battlesAdminRoutes } from './admin/battles.admin-routes.ts';
import { cancelSilent, expireBattle, expireOverdue, type SilentDeps } from './admin/cancel-battle.ts';
import { battleListDays } from './battle-list-days.ts';
import { battleWaitSetting } from './battle-wait.ts';
import { battlesConstraintErrors } from './battles.errors.ts';
import {
  BATTLE_ROOMS,
  battleCancelled,
  battleCreated,
  battleFinished,
  battleJoined,
  battleRound,
  battleStarted,
} from './battles.events.ts';
import { battlesInvariants } from './battles.invariants.ts';
import { battlesPersonalData, battlesUnsettled } from './battles.personal-data.ts';
import { EXPIRE_BATTLE, FINISH_BATTLE } from './battles.types.ts';
import { bondsInvariants } from './bonds.invariants.ts';
import { lobbyPlayerRoutes, lobbyPublicRoutes } from './lobby/lobby.routes.ts';
import type { LobbyDeps } from './lobby/lobby.types.ts';
import { battleDays } from './rounds/battle-days.ts';
import { battleGame } from './rounds/battles.game.ts';
import { finishBattle, finishOverdue } from './rounds/finish-battle.ts';
import { roundsInvariants } from './rounds/rounds.invariants.ts';

export { battleListDays } from './battle-list-days.ts';
export { battleWaitSetting } from './battle-wait.ts';
export { MAX_ROUNDS, MAX_SEATS } from './battles.types.ts';
export { battleDays };

/** Cases that are opened against others: the lobby where they meet, its rounds, and what administrators do. */
export const battles: GameModule<LobbyDeps & SilentDeps> = {
  name: 'battles',
  personalData: battlesPersonalData,
  unsettled: battlesUnsettled,
  settings: [battleWaitSetting, beaconDelaySetting],
  constraintErrors: battlesConstraintErrors,
  events: [battleCreated, battleJoined, battleStarted, battleRound, battleFinished, battleCancelled],
  publicRooms: [BATTLE_ROOMS],
  rollUps: [battleDays, battleListDays],
  game: battleGame,
  invariants: { ...battlesInvariants, ...bondsInvariants, ...roundsInvariants },
  run: (deps) => ({
    http: [
      {
        tag: { name: 'battles', description: 'Open cases against others: the winner takes what everybody has drawn.' },
        public: (routes) => lobbyPublicRoutes(routes, deps),
        player: (routes) => lobbyPlayerRoutes(routes, deps),
        admin: (routes) => battlesAdminRoutes(routes, deps),
      },
    ],
    jobs: battleJobs(deps),
  }),
};

const battleIdOf = (payload: unknown) => toId<'battle'>((payload as { battleId: string }).battleId);

function battleJobs(deps: SilentDeps): JobSet {
  return {
    tasks: {
      [EXPIRE_BATTLE]: (payload) => expireBattle(deps, battleIdOf(payload)),
      [FINISH_BATTLE]: (payload) => finishBattle(deps, battleIdOf(payload)),
      'sweep-battles': async () => {
        await expireOverdue(deps);
        await finishOverdue(deps);
        await cancelSilent(deps);
      },
    },
    // Whatever has become of its job, a battle that is due does not wait: there is money in it.
    schedule: ['* * * * * sweep-battles'],
  };
}
