import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Setting, SettingChange, Settings } from '../../../platform/settings/settings.ts';
import { recordAudit } from '../audit/index.ts';
import { waitEndOf, withdrawalWaitHoursSetting } from '../cooldowns/index.ts';
import { decisionFactorMinutesSetting, twoPersonCentsSetting } from './approval-settings.ts';
import { factorTooNew, freshFactorNeeded, ownRecord, secondAdministratorNeeded } from './approvals.errors.ts';
import { carryOutProposal, findFreshFactor, type ProposalKey, upsertProposal } from './approvals.sql.ts';
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
}

/** What a second administrator has to agree to. */
interface Proposed {
  /** Null where it is nobody's alone. */
  ownerId: Id<'user'> | null;
  /** In cents of BRL; null where it is not about a sum of it, and one administrator is enough. */
  amountCents: Cents | null;
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
 * Lets on an administrator who decides on money: never on their own, with a second factor that is fresh, and above a sum as
 * the second who asks for the same. The first is refused, and their proposal stays. Call it under the lock of what is decided
 * on, before its effects: of two administrators at once one then finds the proposal of the other.
 */
export async function requireMayDecide(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decision: Proposed,
): Promise<void> {
  if (decision.ownerId !== null) requireOthersRecord(decider.actorId, decision.ownerId);
  await requireFreshDecider(deps, tx, decider);
  const isSumForTwo = decision.amountCents !== null && (await isForTwo(deps, tx, decision.amountCents));
  if (isSumForTwo) await requireProposals(deps, tx, decider, [decision]);
}

/** Whether it takes two administrators to decide on so much. */
export async function isForTwo(
  { settings }: Pick<DecisionDeps, 'settings'>,
  tx: Tx,
  amountCents: Cents,
): Promise<boolean> {
  const twoPersonCents = await settings.read(tx, twoPersonCentsSetting);
  return twoPersonCents > 0 && amountCents > BigInt(twoPersonCents);
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

/** All of them, or all that nobody else has proposed become proposals. */
async function requireProposals(
  { db, clock }: DecisionDeps,
  tx: Tx,
  { actorId, ip }: Decider,
  decisions: readonly Proposed[],
): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - PROPOSAL_MS);
  const missing: Proposed[] = [];
  for (const decision of decisions) {
    if (!(await carryOutProposal(tx, keyOf(decision), { actorId, since, now }))) missing.push(decision);
  }
  if (missing.length === 0) return;
  // Apart, since the refusal undoes the transaction that it is thrown in.
  await transaction(db.apart, async (apart) => {
    for (const decision of missing) {
      const { ownerId, amountCents, action, entity } = decision;
      await upsertProposal(apart, keyOf(decision), { ownerId, actorId, now });
      const metadata = { action, amountCents };
      await recordAudit(apart, [{ action: 'DECISION_PROPOSED', userId: ownerId, actorId, entity, metadata, ip }]);
    }
  });
  throw secondAdministratorNeeded();
}

const keyOf = ({ entity, action, content }: Proposed): ProposalKey => ({
  entityType: entity.type,
  entityId: entity.id,
  action,
  content,
});
