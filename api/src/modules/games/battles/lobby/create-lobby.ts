import { createBatchedWrite } from '../../../../platform/batched-writes.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { leftNothing } from '../../../../platform/database/database-errors.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { isRefused, notRefused, type Refused } from '../../../../platform/refusals.ts';
import type { Settings } from '../../../../platform/settings.ts';
import type { ShowDrops } from '../../drops/index.ts';
import { noBeacon } from '../battles.errors.ts';
import type { ChangedBattle } from '../battles.types.ts';
import type { CourseDeps } from '../course/index.ts';
import { tellCreated, tellJoined } from '../tell-battle.ts';
import { addBots } from './add-bots.ts';
import { createBattles } from './create-battles.ts';
import { joinBattles } from './join-battles.ts';
import type { Asker, BattleRequest, BotsRequest, JoinRequest } from './lobby.types.ts';

export interface LobbyDeps extends CourseDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  push: Push;
  showDrops: ShowDrops;
  logger: Logger;
}

type Change<Request> = (request: Request, once: Once<ChangedBattle> | null) => Promise<ChangedBattle>;

/** Where battles are created and their seats are taken. */
export interface Lobby {
  create: Change<BattleRequest>;
  join: Change<JoinRequest>;
  addBots: Change<BotsRequest>;
}

/** As openings have them: see there. */
const MAX_BATCHES = 2;
/** Each may be the last seat of a battle of two hundred rolls, and who joins another waits for no more than these. */
const MAX_COMMANDS = 16;

/**
 * Requests that arrive together are done together, in one transaction with a number of statements that does not depend on
 * how many they are. One that may be repeated runs by itself, since its answer is kept in its own transaction.
 */
export function createLobby(deps: LobbyDeps): Lobby {
  const { db, push } = deps;
  const change = <Request extends Asker>(
    work: (tx: Tx, requests: readonly Request[]) => Promise<(ChangedBattle | Refused)[]>,
    tell: (changed: ChangedBattle) => void,
  ): Change<Request> => {
    const withOthers = createBatchedWrite<Request, ChangedBattle>({
      keyOf: ({ userId }) => userId,
      runBatch: async (requests) =>
        (await transaction(db, (tx) => work(tx, requests))).map((each) => (isRefused(each) ? each : { done: each })),
      leftNothing,
      maxBatches: MAX_BATCHES,
      maxCommands: MAX_COMMANDS,
    });
    const alone = (request: Request, once: Once<ChangedBattle>) =>
      writeOnce(db, once, async (tx) => notRefused((await work(tx, [request]))[0]));
    return async (request, once) => {
      const changed = await (once === null ? withOthers(request) : alone(request, once));
      tell(changed);
      return changed;
    };
  };
  const create = change<BattleRequest>(
    (tx, requests) => createBattles(deps, tx, requests),
    (created) => tellCreated(push, created),
  );
  return {
    create: async (request, once) => {
      if (request.randomness === 'drand' && deps.beacon === null) throw noBeacon();
      return create(request, once);
    },
    join: change(
      (tx, requests) => joinBattles(deps, tx, requests),
      (joined) => tellJoined(deps, joined),
    ),
    addBots: async (request, once) => {
      const added = await writeOnce(db, once, (tx) => addBots(deps, tx, request));
      tellJoined(deps, added);
      return added;
    },
  };
}
