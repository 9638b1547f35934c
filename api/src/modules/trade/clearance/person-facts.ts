import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PersonFact, PersonFacts } from '../../../platform/person-facts.ts';
import { deleteKept, findBrought, insertBrought } from '../../people/persons/index.ts';
import {
  findBearer,
  findSuspensionReason,
  listReversible,
  lockWithdrawals,
  moveSuspensions,
} from './suspended-persons.sql.ts';

const SUSPENSION = 'suspension';
const DELIVERIES = 'deliveries';

type WithdrawalId = Id<'market-withdrawal'>;

interface KeptSuspension {
  withdrawalId: WithdrawalId;
}

/** By id: until when the trade can be taken back. */
type KeptDeliveries = Record<WithdrawalId, string>;

/** The suspension stays on the closed account until its person comes back, so that it may be lifted meanwhile. */
const suspensionFact: PersonFact = {
  keep: async (tx, userId) => {
    const withdrawalId = await findSuspensionReason(tx, userId);
    return withdrawalId === null ? null : { value: { withdrawalId } satisfies KeptSuspension, until: null };
  },
  bring: async (tx, userId, { value }) => {
    await moveSuspensions(tx, userId, [(value as KeptSuspension).withdrawalId]);
  },
};

/** Nobody comes back for who is not suspended any more. */
export const forgetSuspension = (tx: Tx, withdrawalId: WithdrawalId): Promise<void> =>
  deleteKept(tx, SUSPENSION, { withdrawalId } satisfies KeptSuspension);

/** What was delivered may still be taken back, and that suspends the person, whichever account they have then. */
const deliveriesFact: PersonFact = {
  keep: async (tx, userId, now) => {
    const [own, brought] = await Promise.all([listReversible(tx, userId, now), findBrought(tx, userId, DELIVERIES)]);
    const all = { ...(brought?.value as KeptDeliveries | undefined), ...own };
    const open = Object.entries(all).filter(([, until]) => new Date(until) > now);
    if (open.length === 0) return null;
    const last = open.map(([, until]) => until).reduce((one, other) => (other > one ? other : one));
    return { value: Object.fromEntries(open), until: new Date(last) };
  },
  bring: async (tx, userId, { value, until }) => {
    const ids = Object.keys(value) as WithdrawalId[];
    // Whoever records a reversal holds its withdrawal: it was recorded before, and is moved, or finds who came back.
    await lockWithdrawals(tx, ids);
    await moveSuspensions(tx, userId, ids);
    await insertBrought(tx, userId, { name: DELIVERIES, value, until });
  },
};

/** Who is suspended where the trade of a withdrawal is taken back: its user, or who they have come back as. */
export const bearerOf = async (tx: Tx, withdrawalId: WithdrawalId, userId: Id<'user'>): Promise<Id<'user'>> =>
  (await findBearer(tx, DELIVERIES, withdrawalId)) ?? userId;

export const clearanceFollows: PersonFacts = { [SUSPENSION]: suspensionFact, [DELIVERIES]: deliveriesFact };
