import { sql } from '../../../platform/database/sql.ts';
import { toId } from '../../../platform/ids.ts';
import type { JobSet } from '../../../platform/jobs/jobs.ts';
import type { Module } from '../../../platform/module.ts';
import { beaconDelaySetting } from '../beacon/index.ts';
import type { GameModule } from '../rolls/index.ts';
import { battlesInvariants, bondsInvariants } from './battles.invariants.ts';
import {
  BATTLE_ROOMS,
  battleCancelled,
  battleCreated,
  battleFinished,
  battleJoined,
  battleRound,
  battleStarted,
} from './battles.messages.ts';
import { battlesConstraintErrors, battleWaitSetting, EXPIRE_BATTLE, FINISH_BATTLE } from './battles.records.ts';
import { battlesAdminRoutes, battlesPublicRoutes, ownBattlesRoutes } from './battles.routes.ts';
import type { LobbyDeps } from './lobby/lobby.records.ts';
import { cancelBattleRoute, lobbyPlayerRoutes } from './lobby/lobby.routes.ts';
import { battleListDays } from './read-battles.ts';
import { battleDays, battleGame } from './rounds/battles.game.ts';
import {
  cancelSilent,
  expireBattle,
  expireOverdue,
  finishBattle,
  finishOverdue,
  type SilentDeps,
} from './rounds/play-rounds.ts';
import { roundsInvariants } from './rounds/rounds.invariants.ts';

export { battleWaitSetting, MAX_ROUNDS, MAX_SEATS } from './battles.records.ts';
export { battleListDays } from './read-battles.ts';
export { battleDays } from './rounds/battles.game.ts';

const battlesPersonalData: Required<Module<never>>['personalData'] = {
  battleSeats: {
    key: 'battle_id',
    rows: (userId) => sql`
      select battle_id, seat, mode, status, entry_cents, taken_at,
        seated.client_seed, first_nonce, total_cents,
        is_winner, won_cents, seated.ended_at,
        (select json_agg(json_build_object('round', round, 'itemId', item_id::text, 'valueCents', value_cents::text,
            'nonce', nonce, 'serverSeed', server_seed, 'serverSeedHash', server_seed_hash, 'clientSeed', client_seed,
            'clientSeedSource', client_seed_source, 'roll', roll) order by round)
          from battle_rolls rolled where rolled.battle_id = seated.battle_id and rolled.seat = seated.seat) as rolls
      from battle_seats seated join battles on battles.id = battle_id where user_id = ${userId}`,
  },
};

const battlesUnsettled: Required<Module<never>>['unsettled'] = {
  battles: (userId) => sql`
    select from battle_seats join battles on battles.id = battle_id
    where user_id = ${userId} and status in ('WAITING', 'IN_PROGRESS')`,
};

/** Players open cases against each other. */
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
        public: (routes) => battlesPublicRoutes(routes, deps),
        player: (routes) => {
          lobbyPlayerRoutes(routes, deps);
          ownBattlesRoutes(routes, deps);
        },
        admin: (routes) => {
          battlesAdminRoutes(routes, deps);
          cancelBattleRoute(routes, deps);
        },
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
    // A battle holds money, so the sweep ends it even if its job was lost.
    schedule: ['* * * * * sweep-battles'],
  };
}
