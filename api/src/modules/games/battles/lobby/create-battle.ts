import { randomBytes } from 'node:crypto';
import { TIE_NONCE } from '@lisura/fairness';
import type { Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import { keepPlans } from '../../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { beaconDelaySetting } from '../../beacon/index.ts';
import { caseIsPaused, caseNotFound, findPlayableTerms, isPaused } from '../../cases/index.ts';
import type { NonceRange } from '../../rolls/index.ts';
import { notifyCreated } from '../battles.messages.ts';
import {
  battleWaitSetting,
  botStream,
  EXPIRE_BATTLE,
  entryIsNotAsExpected,
  noBeacon,
  tieStream,
  tooDear,
  tooManyBattlesWait,
} from '../battles.records.ts';
import { findBattleToChange } from '../battles.sql.ts';
import type { Battle, ChangedBattle } from '../shown-battle.records.ts';
import { type BattleRequest, BOT_NONCE, type LobbyDeps, type NewBattle } from './lobby.records.ts';
import { countWaiting, insertBattle, insertVersionValues, takeBattleId } from './lobby.sql.ts';
import { paySeat } from './take-seats.ts';

const CODE_BYTES = 12;
/** One transfer can move no more. */
const MAX_ENTRY_CENTS = 10n ** 15n;
/** The limit exists because a battle that nobody joins costs its creator nothing and is stored for ever. */
const MAX_WAITING = 20;

export async function createBattle(
  deps: LobbyDeps,
  request: BattleRequest,
  once: Once<ChangedBattle> | null,
): Promise<ChangedBattle> {
  if (request.randomness === 'drand' && deps.beacon === null) throw noBeacon();
  const created = await writeOnce(deps.db, once, (tx) => create(deps, tx, request));
  notifyCreated(deps.push, created);
  return created;
}

async function create(deps: LobbyDeps, tx: Tx, request: BattleRequest): Promise<ChangedBattle> {
  const { userId, ip, clientSeed } = request;
  const [, terms, waitMinutes, delaySeconds, id, , waiting] = await Promise.all([
    keepPlans(tx),
    findPlayableTerms(tx, [...new Set(request.caseIds)]),
    deps.settings.read(tx, battleWaitSetting),
    deps.settings.read(tx, beaconDelaySetting),
    takeBattleId(tx),
    lockAccounts(tx, [userId]),
    // The account is locked by now, so simultaneous requests are counted one after another.
    countWaiting(tx, userId),
  ]);
  const expiresAt = new Date(deps.clock.now().getTime() + waitMinutes * MINUTE_MS);
  const beaconDelaySeconds = request.randomness === 'drand' ? delaySeconds : null;
  const battle = newBattle(id, request, { rounds: roundsOf(request, terms), beaconDelaySeconds, expiresAt });
  if (waiting >= MAX_WAITING) throw tooManyBattlesWait(MAX_WAITING);
  const [, , { balanceCents }] = await Promise.all([
    // The seat refers to the battle, so the battle is inserted first.
    insertBattle(tx, battle),
    insertVersionValues(tx, battle),
    paySeat(deps, tx, tableOf(battle), { seat: 1, userId, ip, clientSeed, ahead: boundAhead(battle) }),
    addJob(tx, EXPIRE_BATTLE, { battleId: id }, { jobKey: `${EXPIRE_BATTLE}:${id}`, runAt: expiresAt }),
  ]);
  const created = await findBattleToChange(tx, id);
  return { battle: created as Battle, balances: new Map([[userId, balanceCents]]), dropIds: [] };
}

type Terms = Awaited<ReturnType<typeof findPlayableTerms>>;

function roundsOf({ caseIds }: BattleRequest, terms: Terms): NewBattle['rounds'] {
  return caseIds.map((caseId) => {
    const found = terms.get(caseId);
    if (found === undefined) throw caseNotFound();
    if (isPaused(found)) throw caseIsPaused();
    return { caseId, versionId: found.versionId, priceCents: found.priceCents };
  });
}

function newBattle(
  id: Id<'battle'>,
  request: BattleRequest,
  fixed: Pick<NewBattle, 'rounds' | 'beaconDelaySeconds' | 'expiresAt'>,
): NewBattle {
  const { userId: creatorId, mode, isTeams, seatCount, randomness, isPrivate, expectedEntryCents } = request;
  const entryCents = fixed.rounds.reduce((sum, { priceCents }) => sum + priceCents, 0n);
  if (entryCents > MAX_ENTRY_CENTS) throw tooDear();
  if (expectedEntryCents !== null && expectedEntryCents !== entryCents) throw entryIsNotAsExpected(entryCents);
  const invitationCode = isPrivate ? randomBytes(CODE_BYTES).toString('base64url') : null;
  return { id, creatorId, mode, isTeams, seatCount, randomness, entryCents, invitationCode, ...fixed };
}

const tableOf = ({ id, entryCents, rounds }: NewBattle) => ({ id, entryCents, rounds: rounds.length });

/** The tie-break and all rolls of every possible bot are committed to before anybody can join. */
function boundAhead({ id, seatCount, rounds }: NewBattle): NonceRange[] {
  const others = Array.from({ length: seatCount - 1 }, (_, index) => index + 2);
  return [
    { stream: tieStream(id), firstNonce: TIE_NONCE, count: 1 },
    ...others.map((seat) => ({ stream: botStream(id, seat), firstNonce: BOT_NONCE, count: rounds.length })),
  ];
}
