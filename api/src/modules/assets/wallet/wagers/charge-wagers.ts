import { strict as assert } from 'node:assert';
import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { add, addOnCommit, defineCount } from '../../../../platform/observability/metrics.ts';
import { countEntries } from '../ledger.ts';
import { isTransferAmount, type PlayBar, type TransferReference } from '../wallet.records.ts';

export { creditWinnings } from '../ledger.ts';
export type { GameCredit } from '../wallet.records.ts';

const plays = defineCount({
  name: 'lisura_plays_total',
  help: 'Stakes that were taken for plays, by type',
  label: 'type',
});
const stakedRolls = defineCount({
  name: 'lisura_staked_rolls_total',
  help: 'Rolls that these stakes were for, by type',
  label: 'type',
});
const wagered = defineCount({
  name: 'lisura_wagered_cents_total',
  help: 'What these stakes were worth, from balances and in items, in cents of BRL, by type',
  label: 'type',
});

export function expectStakes(types: readonly string[]): void {
  for (const type of types) for (const count of [plays, stakedRolls, wagered]) add(count, type, 0);
}

/** A charge without rolls sells something: it is an entry of the ledger and no play. */
function countWagers(tx: Tx, charges: readonly WagerCharge[], { paid }: ChargedWagers): void {
  const payers = new Set(paid.map(({ userId }) => userId));
  const taken = charges.filter(({ userId }) => payers.has(userId));
  countEntries(
    tx,
    taken.filter(({ amountCents }) => amountCents > 0n),
  );
  for (const { type, rolls, wageredCents } of taken.filter((charge) => charge.rolls > 0)) {
    addOnCommit(tx, plays, type, 1);
    addOnCommit(tx, stakedRolls, type, rolls);
    addOnCommit(tx, wagered, type, Number(wageredCents));
  }
}

/**
 * Takes stakes and the nonces of their rolls by one statement for any number of users, each at most once. The accounts stay
 * locked until the end of `tx`, so a nonce belongs to one roll. A user who cannot pay or may not play loses neither money
 * nor a nonce.
 */
export async function chargeWagers(
  tx: Tx,
  charges: readonly WagerCharge[],
  terms: ChargeTerms,
): Promise<ChargedWagers> {
  assert(new Set(charges.map(({ userId }) => userId)).size === charges.length, 'a user is charged twice at once');
  for (const { amountCents, stakeCents, wageredCents, rolls } of charges) {
    assert(amountCents === 0n || isTransferAmount(amountCents), `not an amount: ${amountCents}`);
    assert(stakeCents > 0n && stakeCents >= amountCents, `not a stake of at least ${amountCents}: ${stakeCents}`);
    assert(Number.isSafeInteger(rolls) && rolls >= 0, `not a number of rolls: ${rolls}`);
    assert(wageredCents === (rolls > 0 ? stakeCents : 0n), `what is staked on ${rolls} rolls is not ${wageredCents}`);
  }
  if (charges.length === 0) return { paid: [], unpaid: [] };
  const charged = await debitWagers(tx, charges, terms);
  countWagers(tx, charges, charged);
  return charged;
}

export interface WagerCharge {
  userId: Id<'user'>;
  /** The part paid from the balance; 0 where items alone are staked. */
  amountCents: Cents;
  /** Limits count this: the amount, and the worth of staked items. */
  stakeCents: Cents;
  /** The account counts this as wagered on rolls: the stake, or nothing where tickets are sold. */
  wageredCents: Cents;
  rolls: number;
  /** One of the game's own. */
  type: string;
  /** 1 to 500 characters, shown to the user. */
  reason: string;
  /** Null: the record does not exist yet and will name its transfer. */
  reference: TransferReference | null;
}

export interface PaidWager {
  userId: Id<'user'>;
  /** After the stake. */
  balanceCents: Cents;
  /** The rolls have this nonce and those that follow. */
  firstNonce: number;
  /** Null: each roll gets one of its own. */
  clientSeed: string | null;
  /** Null: nothing was paid from the balance. */
  transferId: Id<'transfer'> | null;
  hasLimits: boolean;
}

export type UnpaidWager = { userId: Id<'user'> } & (
  | { why: 'BALANCE' }
  /** The stake is above the amount that may be staked without a look at the limits. */
  | { why: 'LIMITS' }
  | { why: 'BAR'; bar: PlayBar; until: Date }
);

interface ChargedWagers {
  paid: PaidWager[];
  unpaid: UnpaidWager[];
}

interface ChargeTerms {
  now: Date;
  /** How much these users may stake, if their limits were checked under the lock; for others the account says it. */
  judgedRooms: ReadonlyMap<Id<'user'>, Cents>;
}

interface ChargedRow extends Omit<PaidWager, 'firstNonce'> {
  /** Null: the stake was not paid. */
  firstNonce: string | null;
  /** Null: the user may play now. */
  bar: PlayBar | null;
  until: Date;
}

/**
 * Locks the accounts in the order of their ids before it changes any, so that two of these statements never wait for each
 * other. It compares balance, bar and limits with the rows as locked, so a user with limits costs no more than any other
 * until the room on the account is used up.
 */
async function debitWagers(
  tx: Tx,
  charges: readonly WagerCharge[],
  { now, judgedRooms }: ChargeTerms,
): Promise<ChargedWagers> {
  const userIds = charges.map(({ userId }) => userId);
  const rows = await tx.query<ChargedRow>(sql`
    with charge as materialized (
      select * from unnest(
        ${userIds}::bigint[], ${charges.map(({ amountCents }) => amountCents)}::bigint[],
        ${charges.map(({ stakeCents }) => stakeCents)}::bigint[], ${charges.map(({ wageredCents }) => wageredCents)}::bigint[],
        ${charges.map(({ rolls }) => rolls)}::bigint[], ${charges.map(({ type }) => type)}::text[],
        ${charges.map(({ reason }) => reason)}::text[], ${charges.map(({ reference }) => reference?.type ?? null)}::text[],
        ${charges.map(({ reference }) => reference?.id ?? null)}::text[],
        ${userIds.map((userId) => judgedRooms.get(userId) ?? null)}::bigint[]
      ) as given (user_id, amount_cents, stake_cents, newly_wagered_cents, rolls, type, reason, reference_type, reference_id,
        judged_room_cents)
    ), locked as materialized (
      select user_id, balance_cents, has_limits, stake_room_cents, play_barred_until,
        case when play_barred_until > ${now}::timestamptz then play_bar end as bar
      from accounts where user_id = any(${userIds}::bigint[]) order by user_id for update
    ), paid as (
      update accounts
      set balance_cents = accounts.balance_cents - amount_cents, nonce = nonce + rolls,
        transfer_count = transfer_count + (amount_cents > 0)::int, wagered_cents = wagered_cents + newly_wagered_cents,
        stake_room_cents = case when locked.has_limits
          then coalesce(judged_room_cents, locked.stake_room_cents) - stake_cents else 0 end
      from locked join charge using (user_id)
      where accounts.user_id = locked.user_id and locked.balance_cents >= amount_cents and bar is null
        and (not locked.has_limits or coalesce(judged_room_cents, locked.stake_room_cents) >= stake_cents)
      returning accounts.user_id, accounts.balance_cents, nonce - rolls + 1 as first_nonce
    ), written as (
      insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id)
      select user_id, 'USER', 'SYSTEM', amount_cents, type, reason, reference_type, reference_id
      from paid join charge using (user_id) where amount_cents > 0 order by user_id
      returning id, user_id
    )
    select user_id, coalesce(paid.balance_cents, locked.balance_cents) as balance_cents, first_nonce,
      (select client_seed from users where id = user_id) as client_seed, written.id as transfer_id, has_limits, bar,
      play_barred_until as until
    from locked left join paid using (user_id) left join written using (user_id)`);
  return chargedOf(rows, charges);
}

function chargedOf(rows: readonly ChargedRow[], charges: readonly WagerCharge[]): ChargedWagers {
  const charged: ChargedWagers = { paid: [], unpaid: [] };
  for (const row of rows) {
    const { userId, balanceCents, firstNonce, clientSeed, transferId, hasLimits } = row;
    if (firstNonce === null) charged.unpaid.push(unpaidOf(row, charges));
    else charged.paid.push({ userId, balanceCents, firstNonce: Number(firstNonce), clientSeed, transferId, hasLimits });
  }
  return charged;
}

function unpaidOf({ userId, balanceCents, bar, until }: ChargedRow, charges: readonly WagerCharge[]): UnpaidWager {
  if (bar !== null) return { userId, why: 'BAR', bar, until };
  const isTooDear = charges.some((charge) => charge.userId === userId && charge.amountCents > balanceCents);
  return { userId, why: isTooDear ? 'BALANCE' : 'LIMITS' };
}

/** Takes stakes that were given back off the wagered amounts. The accounts are locked. */
export async function uncountWagers(
  tx: Tx,
  wagers: readonly { userId: Id<'user'>; wageredCents: Cents }[],
): Promise<void> {
  await tx.query(sql`
    update accounts set wagered_cents = accounts.wagered_cents - returned.wagered_cents
    from unnest(
      ${wagers.map(({ userId }) => userId)}::bigint[], ${wagers.map(({ wageredCents }) => wageredCents)}::bigint[]
    ) as returned (user_id, wagered_cents)
    where accounts.user_id = returned.user_id`);
}
