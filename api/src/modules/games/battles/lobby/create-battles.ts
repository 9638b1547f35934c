import { randomBytes } from 'node:crypto';
import { TIE_NONCE } from '@lisura/fairness';
import type { Tx } from '../../../../platform/database/db.ts';
import { keepPlans } from '../../../../platform/database/keep-plans.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJobs } from '../../../../platform/jobs.ts';
import { doTheRest, orRefused, type Refused } from '../../../../platform/refusals.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { caseIsPaused, caseNotFound, findPlayableTerms, isPaused } from '../../cases/index.ts';
import type { CommitmentAsk } from '../../rolls/index.ts';
import { battleWaitSetting } from '../battle-wait.ts';
import { entryIsNotAsExpected, tooDear, tooManyBattlesWait } from '../battles.errors.ts';
import { findBattlesToJoin } from '../battles.sql.ts';
import { type Battle, type ChangedBattle, EXPIRE_BATTLE } from '../battles.types.ts';
import { botStream, tieStream } from '../streams.ts';
import type { LobbyDeps } from './create-lobby.ts';
import { BOT_NONCE } from './lobby.rules.ts';
import type { BattleRequest, NewBattle } from './lobby.types.ts';
import { countWaiting, insertBattles, insertVersionValues, takeBattleIds } from './open-battles.sql.ts';
import { askerAbout, chargeSeats, type Paid, type SeatAsk, writePaidSeats } from './take-seats.ts';

const MINUTE_MS = 60_000;
const CODE_BYTES = 12;
/** As much as one transfer may move. */
const MAX_ENTRY_CENTS = 10n ** 15n;
/** Of one creator: a battle that nobody joins costs nothing, and stays on the books for ever. */
const MAX_WAITING = 20;

interface CreatorAsk extends SeatAsk {
  opened: NewBattle;
}

/**
 * Battles, their creators' seats, and the ends of their time, in one transaction. No user is among the requests twice. For
 * each in its place what came of it.
 */
export async function createBattles(
  deps: LobbyDeps,
  tx: Tx,
  requests: readonly BattleRequest[],
): Promise<(ChangedBattle | Refused)[]> {
  const userIds = requests.map(({ userId }) => userId);
  const [, terms, waitMinutes, ids, , waiting] = await Promise.all([
    keepPlans(tx),
    findPlayableTerms(tx, [...new Set(requests.flatMap(({ caseIds }) => caseIds))]),
    deps.settings.read(tx, battleWaitSetting),
    takeBattleIds(tx, requests.length),
    lockAccounts(tx, userIds),
    // Locked by now, so that several at once are counted one after another.
    countWaiting(tx, userIds),
  ]);
  const expiresAt = new Date(deps.clock.now().getTime() + waitMinutes * MINUTE_MS);
  const asked = requests.map((request, index) =>
    orRefused(() => {
      const opened = newBattle(ids[index] as Id<'battle'>, request, { rounds: roundsOf(request, terms), expiresAt });
      if ((waiting.get(request.userId) ?? 0) >= MAX_WAITING) throw tooManyBattlesWait(MAX_WAITING);
      return firstSeat(request, opened);
    }),
  );
  const paid = await doTheRest(asked, (asks) => chargeSeats(deps, tx, asks));
  return doTheRest(paid, (seats) => openTables(deps, tx, seats));
}

type Terms = Awaited<ReturnType<typeof findPlayableTerms>>;

/** Each case as it is now, in the order of the rounds. One that cannot be opened cannot be fought over. */
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
  { rounds, expiresAt }: Pick<NewBattle, 'rounds' | 'expiresAt'>,
): NewBattle {
  const { userId: creatorId, mode, isTeams, seatCount, randomness, isPrivate, expectedEntryCents } = request;
  const entryCents = rounds.reduce((sum, { priceCents }) => sum + priceCents, 0n);
  if (entryCents > MAX_ENTRY_CENTS) throw tooDear();
  if (expectedEntryCents !== null && expectedEntryCents !== entryCents) throw entryIsNotAsExpected(entryCents);
  const invitationCode = isPrivate ? randomBytes(CODE_BYTES).toString('base64url') : null;
  return { id, creatorId, mode, isTeams, seatCount, randomness, entryCents, invitationCode, expiresAt, rounds };
}

const firstSeat = ({ userId, ip, clientSeed }: BattleRequest, opened: NewBattle): CreatorAsk => ({
  ...{ userId, ip, clientSeed, seat: 1, battleId: opened.id, entryCents: opened.entryCents },
  ...{ rounds: opened.rounds.length, opened },
});

/** What a battle is bound to before anybody can join: the roll that breaks a tie, and all rolls of every bot that might come. */
function boundAhead({ battleId, rounds, opened, ...by }: Paid<CreatorAsk>): CommitmentAsk[] {
  const asker = askerAbout(battleId, by);
  const others = Array.from({ length: opened.seatCount - 1 }, (_, index) => index + 2);
  return [
    { stream: tieStream(battleId), firstNonce: TIE_NONCE, count: 1, asker },
    ...others.map((seat) => ({ stream: botStream(battleId, seat), firstNonce: BOT_NONCE, count: rounds, asker })),
  ];
}

async function openTables(deps: LobbyDeps, tx: Tx, paid: readonly Paid<CreatorAsk>[]): Promise<ChangedBattle[]> {
  const battles = paid.map(({ opened }) => opened);
  await Promise.all([
    insertBattles(tx, battles),
    insertVersionValues(tx, battles),
    writePaidSeats(deps, tx, paid, paid.flatMap(boundAhead)),
    addJobs(
      tx,
      EXPIRE_BATTLE,
      battles.map(({ id, expiresAt }) => ({
        ...{ payload: { battleId: id }, jobKey: `${EXPIRE_BATTLE}:${id}`, runAt: expiresAt },
      })),
    ),
  ]);
  const found = await findBattlesToJoin(
    tx,
    battles.map(({ id }) => id),
  );
  return paid.map(({ battleId, userId, balanceCents }) => ({
    ...{ battle: found.get(battleId) as Battle, balances: new Map([[userId, balanceCents]]), dropIds: [] },
  }));
}
