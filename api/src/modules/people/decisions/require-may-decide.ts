import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { recordAudit } from '../audit/index.ts';
import { decisionFactorMinutesSetting, GUARD_KEYS, twoPersonCentsSetting } from './decision-settings.ts';
import { freshFactorNeeded, ownRecord, secondAdministratorNeeded } from './decisions.errors.ts';
import { carryOutProposal, hasFreshFactor, type ProposalKey, upsertProposal } from './decisions.sql.ts';
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

interface MoneyDecision {
  ownerId: Id<'user'>;
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
 * Lets on an administrator who decides on money: on another's, with a second factor that is fresh, and above a sum as the
 * second who asks for the same. The first is refused, and their proposal stays. Call it under the lock of what is decided
 * on, before its effects: of two administrators at once one then finds the proposal of the other.
 */
export async function requireMayDecide(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decision: MoneyDecision,
): Promise<void> {
  requireOthersRecord(decider.actorId, decision.ownerId);
  const [minutes, twoPersonCents] = await Promise.all([
    deps.settings.read(tx, decisionFactorMinutesSetting),
    deps.settings.read(tx, twoPersonCentsSetting),
  ]);
  await requireFreshFactor(deps, tx, decider, minutes);
  const isForTwo = twoPersonCents > 0 && decision.amountCents !== null && decision.amountCents > BigInt(twoPersonCents);
  if (isForTwo) await requireProposal(deps, tx, decider, decision);
}

/** Lets on who changes settings; those that guard decisions take a fresh second factor. Before they are changed. */
export async function requireMaySet(deps: DecisionDeps, tx: Tx, decider: Decider, keys: readonly string[]) {
  if (!keys.some((key) => GUARD_KEYS.has(key))) return;
  await requireFreshFactor(deps, tx, decider, await deps.settings.read(tx, decisionFactorMinutesSetting));
}

async function requireFreshFactor({ clock }: DecisionDeps, tx: Tx, { actorId, sessionId }: Decider, minutes: number) {
  if (minutes === 0) return;
  const since = new Date(clock.now().getTime() - minutes * MINUTE_MS);
  if (!(await hasFreshFactor(tx, actorId, sessionId ?? null, since))) throw freshFactorNeeded(minutes);
}

async function requireProposal(
  { db, clock }: DecisionDeps,
  tx: Tx,
  { actorId, ip }: Decider,
  { ownerId, amountCents, action, entity, content }: MoneyDecision,
): Promise<void> {
  const now = clock.now();
  const key: ProposalKey = { entityType: entity.type, entityId: entity.id, action, content };
  if (await carryOutProposal(tx, key, { actorId, since: new Date(now.getTime() - PROPOSAL_MS), now })) return;
  // Apart, since the refusal undoes the transaction that it is thrown in.
  await transaction(db.apart, async (apart) => {
    await upsertProposal(apart, key, { ownerId, actorId, now });
    const metadata = { action, amountCents };
    await recordAudit(apart, [{ action: 'DECISION_PROPOSED', userId: ownerId, actorId, entity, metadata, ip }]);
  });
  throw secondAdministratorNeeded();
}
