import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { dayOf } from '../../../platform/days.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Setting, SettingChange, Settings } from '../../../platform/settings/settings.ts';
import { recordAudit } from '../audit/index.ts';
import { waitEndOf, withdrawalWaitHoursSetting } from '../withdrawal-waits/index.ts';
import { decisionFactorMinutesSetting, twoPersonCentsSetting } from './decision-settings.ts';
import { factorTooNew, freshFactorNeeded, ownRecord, secondAdministratorNeeded } from './decisions.errors.ts';
import { carryOutProposal, findFreshFactor, type ProposalKey, upsertProposal } from './decisions.sql.ts';
import { insertGiveaway, lockGiveaways, sumGivenAlone } from './giveaways.sql.ts';
import { PROPOSAL_MS } from './open-proposals.ts';

export interface DecisionDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'read'>;
}

/** The administrator who decides. */
export interface Decider {
  actorId: Id<'user'>;
  /** Of the session that asks; absent: none, whose second factor is never fresh. */
  sessionId?: string;
  ip: string | null;
  /** In the administrator's words: a second one reads it before they agree. Null where no reason is asked for. */
  reason: string | null;
}

/** What a second administrator has to agree to. */
interface Proposed {
  /** Null where it is nobody's alone. */
  ownerId: Id<'user'> | null;
  /** In cents of BRL, the most that it can cost the house; null where it is not about a sum, and one administrator is enough. */
  amountCents: Cents | null;
  /** Set where the same value was counted by an earlier decision on the record: the amount is compared by itself then. */
  isCountedBefore?: boolean;
  /** Set where nobody can say how much more it may cost: two administrators are asked for, whatever the amount is. */
  isBoundless?: boolean;
  action: string;
  entity: { type: string; id: string };
  /** What exactly is asked for: the second administrator has to ask for the same. */
  content: string;
}

/** Nobody decides on what is their own. */
export function requireOthersRecord(actorId: Id<'user'>, ownerId: Id<'user'>): void {
  if (actorId === ownerId) throw ownRecord();
}

/**
 * Every way by which an administrator gives value to somebody passes here. It refuses their own records, asks for a fresh second
 * factor, and adds the cost to what they have given on this day of São Paulo, and to what this beneficiary was given. Above
 * `twoPersonCents` in one of the sums it takes a second administrator who asks for the same: the first is refused, and their
 * proposal stays. What two have decided is in no sum.
 *
 * Returns the administrator who had proposed it; null where one was enough. Call it under the lock of what is decided on and of
 * the owner's account, before its effects: of two administrators at once one then finds the proposal of the other.
 */
export async function requireMayDecide(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decision: Proposed,
): Promise<Id<'user'> | null> {
  const { ownerId, amountCents } = decision;
  if (ownerId !== null) requireOthersRecord(decider.actorId, ownerId);
  await requireFreshDecider(deps, tx, decider);
  if (amountCents === null) return null;
  return giveAway(deps, tx, decider, { ...decision, amountCents });
}

/** Counts what is given, alone or as the second who asks for it. */
async function giveAway(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decision: Proposed & { amountCents: Cents },
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

/** More than any limit. */
const BOUNDLESS: Cents = 10n ** 18n;

/** Whether it takes two administrators to decide on so much. */
export async function isForTwo(
  { settings }: Pick<DecisionDeps, 'settings'>,
  tx: Tx,
  amountCents: Cents,
): Promise<boolean> {
  const twoPersonCents = await settings.read(tx, twoPersonCentsSetting);
  return twoPersonCents > 0 && amountCents > twoPersonCents;
}

/** Lets on an administrator who does what cannot be undone and is nobody's money: with a second factor that is fresh. */
export async function requireFreshDecider(deps: DecisionDeps, tx: Tx, decider: Decider): Promise<void> {
  const [minutes, hours] = await Promise.all([
    deps.settings.read(tx, decisionFactorMinutesSetting),
    deps.settings.read(tx, withdrawalWaitHoursSetting),
  ]);
  await requireFreshFactor(deps, tx, decider, { minutes, hours });
}

export interface SettingDeps extends DecisionDeps {
  /** Who the operator has made administrators. */
  adminPlatformIds: ReadonlySet<string>;
}

/**
 * Lets on who has changed settings, in the transaction of the change. One that guards money less takes a fresh second
 * factor and, where there are several administrators, a second of them: otherwise one could switch off alone what keeps one
 * from deciding alone. A house with one administrator says so by that, and more is asked for by anybody at any time.
 */
export async function requireMaySet(
  deps: SettingDeps,
  tx: Tx,
  decider: Decider,
  changes: readonly SettingChange[],
): Promise<void> {
  const weaker = changes.filter(({ isWeaker }) => isWeaker);
  if (weaker.length === 0) return;
  // As it was before these changes.
  const before = async (setting: Setting<number>): Promise<number> => {
    const changed = changes.find(({ key }) => key === setting.key);
    return changed === undefined ? deps.settings.read(tx, setting) : (changed.previous as number);
  };
  const minutes = await before(decisionFactorMinutesSetting);
  const hours = await before(withdrawalWaitHoursSetting);
  await requireFreshFactor(deps, tx, decider, { minutes, hours });
  if (deps.adminPlatformIds.size < 2 || (await before(twoPersonCentsSetting)) === 0) return;
  await requireProposals(
    deps,
    tx,
    decider,
    weaker.map(({ key, value }) => ({
      ownerId: null,
      amountCents: null,
      action: 'set',
      entity: { type: 'setting', id: key },
      content: JSON.stringify(value),
    })),
  );
}

/**
 * Lets on an administrator who bans another one, lets them in again or resets their second factor, with a fresh factor and
 * as the second who asks for it: one alone could lock everybody out who might object. Only the operator makes and unmakes
 * administrators (`ADMIN_PLATFORM_IDS`).
 */
export async function requireMayChangeAdministrator(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decision: Omit<Proposed, 'ownerId' | 'amountCents'> & { ownerId: Id<'user'> },
): Promise<void> {
  requireOthersRecord(decider.actorId, decision.ownerId);
  await requireFreshDecider(deps, tx, decider);
  if ((await deps.settings.read(tx, twoPersonCentsSetting)) === 0) return;
  await requireProposals(deps, tx, decider, [{ ...decision, amountCents: null }]);
}

/** How much is asked of a second factor: given so many minutes ago at most, and on for so many hours at least. */
interface FactorRule {
  minutes: number;
  hours: number;
}

/** Who holds the session of somebody without a second factor could enrol one of their own, and give it at once. */
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

/** Carries out what another administrator has proposed; null where nobody has. */
function takeProposal(tx: Tx, { actorId }: Decider, decision: Proposed, now: Date): Promise<Id<'user'> | null> {
  const since = new Date(now.getTime() - PROPOSAL_MS);
  return carryOutProposal(tx, keyOf(decision), { actorId, since, now });
}

/** Carries out all of them, or keeps those that nobody else has proposed as proposals and refuses. */
async function requireProposals(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decisions: readonly Proposed[],
): Promise<void> {
  const now = deps.clock.now();
  const missing: Proposed[] = [];
  for (const decision of decisions) {
    if ((await takeProposal(tx, decider, decision, now)) === null) missing.push(decision);
  }
  if (missing.length > 0) throw await propose(deps, decider, missing);
}

/** Keeps proposals in a transaction of their own, since the refusal undoes the caller's; returns the refusal. */
async function propose(
  { db, clock }: DecisionDeps,
  { actorId, reason, ip }: Decider,
  decisions: readonly Proposed[],
): Promise<Error> {
  const now = clock.now();
  await transaction(db.apart, async (apart) => {
    for (const decision of decisions) {
      const { ownerId, amountCents, action, entity } = decision;
      await upsertProposal(apart, keyOf(decision), { ownerId, actorId, reason, now });
      const metadata = { action, amountCents };
      await recordAudit(apart, [
        { action: 'DECISION_PROPOSED', userId: ownerId, actorId, entity, metadata, reason, ip },
      ]);
    }
  });
  return secondAdministratorNeeded();
}

const keyOf = ({ entity, action, content }: Proposed): ProposalKey => ({
  entityType: entity.type,
  entityId: entity.id,
  action,
  content,
});
