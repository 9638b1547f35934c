import { randomBytes } from 'node:crypto';
import { TIE_NONCE } from '@lisura/fairness';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import { keepPlans } from '../../../../platform/database/keep-plans.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../platform/settings.ts';
import { caseIsPaused, caseNotFound, findPlayableTerms, isPaused } from '../../cases/index.ts';
import type { ShowDrops } from '../../drops/index.ts';
import { battleWaitSetting } from '../battle-wait.ts';
import { entryIsNotAsExpected, noBeacon, tooDear, tooManyBattlesWait } from '../battles.errors.ts';
import { findBattleToChange } from '../battles.sql.ts';
import { type Battle, type ChangedBattle, EXPIRE_BATTLE } from '../battles.types.ts';
import type { CourseDeps } from '../course/index.ts';
import { tieStream } from '../streams.ts';
import { tellCreated } from '../tell-battle.ts';
import type { BattleRequest, NewBattle } from './lobby.types.ts';
import { countWaiting, insertBattle } from './open-battle.sql.ts';
import { paySeat } from './take-seats.ts';

const MINUTE_MS = 60_000;
const CODE_BYTES = 12;
/** As much as one transfer may move. */
const MAX_ENTRY_CENTS = 10n ** 15n;

export interface LobbyDeps extends CourseDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  push: Push;
  showDrops: ShowDrops;
  logger: Logger;
}

/** Of one creator: a battle that nobody joins costs nothing, and stays on the books for ever. */
const MAX_WAITING = 20;

/** The battle, its creator's seat, and the end of its time, in one transaction. */
export async function createBattle(
  deps: LobbyDeps,
  request: BattleRequest,
  once: Once<ChangedBattle> | null,
): Promise<ChangedBattle> {
  if (request.randomness === 'drand' && deps.beacon === null) throw noBeacon();
  const created = await writeOnce(deps.db, once, (tx) => openBattle(deps, tx, request));
  tellCreated(deps.push, created);
  return created;
}

async function openBattle(deps: LobbyDeps, tx: Tx, request: BattleRequest): Promise<ChangedBattle> {
  const { clock, settings } = deps;
  const [, rounds, waitMinutes] = await Promise.all([
    keepPlans(tx),
    readRounds(tx, request.caseIds),
    settings.read(tx, battleWaitSetting),
  ]);
  const expiresAt = new Date(clock.now().getTime() + waitMinutes * MINUTE_MS);
  const battle = newBattle(request, rounds, expiresAt);
  const id = await insertBattle(tx, battle);
  const { userId, ip, clientSeed } = request;
  const seat = { seat: 1, userId, ip, clientSeed, ahead: [{ stream: tieStream(id), firstNonce: TIE_NONCE, count: 1 }] };
  const { balanceCents } = await paySeat(deps, tx, { id, entryCents: battle.entryCents, rounds: rounds.length }, seat);
  // The account is locked by now, so that several at once are counted one after another.
  if ((await countWaiting(tx, userId)) > MAX_WAITING) throw tooManyBattlesWait(MAX_WAITING);
  const [found] = await Promise.all([
    findBattleToChange(tx, id),
    addJob(tx, EXPIRE_BATTLE, { battleId: id }, { jobKey: `${EXPIRE_BATTLE}:${id}`, runAt: expiresAt }),
  ]);
  return { battle: found as Battle, balances: new Map([[userId, balanceCents]]), dropIds: [] };
}

/** Each case as it is now, in the order of the rounds. One that cannot be opened cannot be fought over. */
async function readRounds(tx: Tx, caseIds: readonly Id<'case'>[]): Promise<NewBattle['rounds']> {
  const terms = await findPlayableTerms(tx, [...new Set(caseIds)]);
  return caseIds.map((caseId) => {
    const found = terms.get(caseId);
    if (found === undefined) throw caseNotFound();
    if (isPaused(found)) throw caseIsPaused();
    return { caseId, versionId: found.versionId, priceCents: found.priceCents };
  });
}

function newBattle(request: BattleRequest, rounds: NewBattle['rounds'], expiresAt: Date): NewBattle {
  const { userId: creatorId, mode, isTeams, seatCount, randomness, isPrivate, expectedEntryCents } = request;
  const entryCents = rounds.reduce((sum, { priceCents }) => sum + priceCents, 0n);
  if (entryCents > MAX_ENTRY_CENTS) throw tooDear();
  if (expectedEntryCents !== null && expectedEntryCents !== entryCents) throw entryIsNotAsExpected(entryCents);
  const invitationCode = isPrivate ? randomBytes(CODE_BYTES).toString('base64url') : null;
  return { creatorId, mode, isTeams, seatCount, randomness, entryCents, invitationCode, expiresAt, rounds };
}
