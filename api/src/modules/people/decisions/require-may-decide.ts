import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { dayOf } from '../../../platform/days.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Setting, SettingChange } from '../../../platform/settings/settings.ts';
import { recordAudit } from '../audit/index.ts';
import { waitEndOf, withdrawalWaitHoursSetting } from '../withdrawal-waits/index.ts';
import {
  type Decider,
  type Decision,
  type DecisionDeps,
  decisionFactorMinutesSetting,
  factorTooNew,
  freshFactorNeeded,
  type OpenProposal,
  ownRecord,
  PROPOSAL_MS,
  secondAdministratorNeeded,
  twoPersonCentsSetting,
} from './decisions.records.ts';
import {
  carryOutProposal,
  deleteExpired,
  findFreshFactor,
  insertGiveaway,
  listWaiting,
  lockGiveaways,
  sumGivenAlone,
  upsertProposal,
} from './decisions.sql.ts';

/** Returns the other administrator, or null. */
function takeProposal(tx: Tx, { actorId }: Decider, decision: Decision, now: Date): Promise<Id<'user'> | null> {
  return carryOutProposal(tx, decision, { actorId, since: since(now), now });
}

/** Refuses and stores decisions that nobody else has proposed. */
async function requireProposals(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decisions: readonly Decision[],
): Promise<void> {
  const now = deps.clock.now();
  const missing: Decision[] = [];
  for (const decision of decisions) {
    if ((await takeProposal(tx, decider, decision, now)) === null) missing.push(decision);
  }
  if (missing.length > 0) throw await propose(deps, decider, missing);
}

/** Its own transaction keeps the proposals when the refusal undoes the caller's. */
async function propose({ db, clock }: DecisionDeps, decider: Decider, decisions: readonly Decision[]): Promise<Error> {
  const now = clock.now();
  const { actorId, reason, ip } = decider;
  await transaction(db.apart, async (apart) => {
    for (const decision of decisions) {
      await upsertProposal(apart, decision, decider, now);
      const { ownerId: userId, amountCents, action, entity } = decision;
      const metadata = { action, amountCents };
      await recordAudit(apart, [{ action: 'DECISION_PROPOSED', userId, actorId, entity, metadata, reason, ip }]);
    }
  });
  return secondAdministratorNeeded();
}

export async function readOpenProposals(
  { clock }: { clock: Clock },
  db: Db | Tx,
  entityType: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, OpenProposal>> {
  const waiting = await listWaiting(db, entityType, entityIds, since(clock.now()));
  return new Map(
    waiting.map((proposal) => {
      const expiresAt = new Date(proposal.proposedAt.getTime() + PROPOSAL_MS);
      return [proposal.entityId, { ...proposal, expiresAt }];
    }),
  );
}

const since = (now: Date) => new Date(now.getTime() - PROPOSAL_MS);

const AT_ONCE = 500;

/** An expired proposal counts no more already. */
export async function expireProposals({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = since(clock.now());
  let expired: number;
  do {
    expired = await transaction(db, async (tx) => {
      const proposals = await deleteExpired(tx, before, AT_ONCE);
      const entries = proposals.map(({ entityType, entityId, action, ownerId, proposedBy }) => ({
        action: 'DECISION_PROPOSAL_EXPIRED',
        userId: ownerId,
        actorId: null,
        entity: { type: entityType, id: entityId },
        metadata: { action, proposedBy },
      }));
      await recordAudit(tx, entries);
      return proposals.length;
    });
  } while (expired === AT_ONCE);
}

export function requireOthersRecord(actorId: Id<'user'>, ownerId: Id<'user'>): void {
  if (actorId === ownerId) throw ownRecord();
}

/**
 * Every gift by an administrator passes here. It refuses the administrator's own records, asks for a fresh second
 * factor, and adds the cost to the sums of `sumGivenAlone`. Beyond `twoPersonCents` the first call becomes a proposal
 * and is refused; the same call by another administrator passes and is in no sum. Returns the author of the proposal,
 * or null. Call it under the locks of the record and of the owner's account, before its effects, so that one of two
 * administrators finds the other's proposal.
 */
export async function requireMayDecide(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decision: Decision,
): Promise<Id<'user'> | null> {
  const { ownerId, amountCents } = decision;
  if (ownerId !== null) requireOthersRecord(decider.actorId, ownerId);
  await requireFreshDecider(deps, tx, decider);
  if (amountCents === null) return null;
  return giveAway(deps, tx, decider, { ...decision, amountCents });
}

async function giveAway(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decision: Decision & { amountCents: Cents },
): Promise<Id<'user'> | null> {
  const { ownerId: beneficiaryId, amountCents, action, entity } = decision;
  const now = deps.clock.now();
  const day = dayOf(now);
  const pair = { administratorId: decider.actorId, beneficiaryId };
  await lockGiveaways(tx, decider.actorId);
  const isCounted = !decision.isCountedBefore;
  const sumCents = amountCents + (isCounted ? await sumGivenAlone(tx, pair, day) : 0n);
  const { isBoundless = false } = decision;
  const isForBoth = (isBoundless || amountCents > 0n) && (await isForTwo(deps, tx, isBoundless ? BOUNDLESS : sumCents));
  const secondAdministratorId = await takeProposal(tx, decider, decision, now);
  if (isForBoth && secondAdministratorId === null) throw await propose(deps, decider, [decision]);
  const cents = isCounted ? amountCents : 0n;
  await insertGiveaway(tx, { ...pair, day, secondAdministratorId, entity, action, cents, now });
  return secondAdministratorId;
}

const BOUNDLESS: Cents = 10n ** 18n;

export async function isForTwo(
  { settings }: Pick<DecisionDeps, 'settings'>,
  tx: Tx,
  amountCents: Cents,
): Promise<boolean> {
  const twoPersonCents = await settings.read(tx, twoPersonCentsSetting);
  return twoPersonCents > 0 && amountCents > twoPersonCents;
}

/** It is enough where no money of a user moves. */
export async function requireFreshDecider(deps: DecisionDeps, tx: Tx, decider: Decider): Promise<void> {
  const [minutes, hours] = await Promise.all([
    deps.settings.read(tx, decisionFactorMinutesSetting),
    deps.settings.read(tx, withdrawalWaitHoursSetting),
  ]);
  await requireFreshFactor(deps, tx, decider, { minutes, hours });
}

export interface SettingDeps extends DecisionDeps {
  adminPlatformIds: ReadonlySet<string>;
}

/**
 * A weaker guard of money takes a fresh second factor and, of several administrators, a second one: otherwise one could
 * switch off the rule that binds them.
 */
export async function requireMaySet(
  deps: SettingDeps,
  tx: Tx,
  decider: Decider,
  changes: readonly SettingChange[],
): Promise<void> {
  const weaker = changes.filter(({ isWeaker }) => isWeaker);
  if (weaker.length === 0) return;
  const before = async (setting: Setting<number>): Promise<number> => {
    const changed = changes.find(({ key }) => key === setting.key);
    return changed === undefined ? deps.settings.read(tx, setting) : (changed.previous as number);
  };
  const minutes = await before(decisionFactorMinutesSetting);
  const hours = await before(withdrawalWaitHoursSetting);
  await requireFreshFactor(deps, tx, decider, { minutes, hours });
  if (deps.adminPlatformIds.size < 2 || (await before(twoPersonCentsSetting)) === 0) return;
  const decisions = weaker.map(({ key, value }) => ({
    ownerId: null,
    amountCents: null,
    action: 'set',
    entity: { type: 'setting', id: key },
    content: JSON.stringify(value),
  }));
  await requireProposals(deps, tx, decider, decisions);
}

/** One alone could lock out all who might object. */
export async function requireMayChangeAdministrator(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decision: Omit<Decision, 'ownerId' | 'amountCents'> & { ownerId: Id<'user'> },
): Promise<void> {
  requireOthersRecord(decider.actorId, decision.ownerId);
  await requireFreshDecider(deps, tx, decider);
  if ((await deps.settings.read(tx, twoPersonCentsSetting)) === 0) return;
  await requireProposals(deps, tx, decider, [{ ...decision, amountCents: null }]);
}

interface FactorRule {
  minutes: number;
  hours: number;
}

/** A thief with a session that has no second factor could enrol one and use it. */
async function requireFreshFactor(
  { clock }: DecisionDeps,
  tx: Tx,
  { actorId, sessionId }: Decider,
  { minutes, hours }: FactorRule,
): Promise<void> {
  if (minutes === 0) return;
  const now = clock.now();
  const since = new Date(now.getTime() - minutes * MINUTE_MS);
  const factor = await findFreshFactor(tx, actorId, sessionId ?? null, since);
  if (factor === null) throw freshFactorNeeded(minutes);
  const end = waitEndOf(factor.enabledAt, hours, now);
  if (end !== null) throw factorTooNew(end);
}
