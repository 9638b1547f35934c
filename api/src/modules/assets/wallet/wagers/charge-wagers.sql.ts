import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { PlayBar, TransferReference } from '../wallet.types.ts';

/** What is staked in a game, how much of it is paid from the balance, and how many rolls it is for. */
export interface WagerCharge {
  userId: Id<'user'>;
  /** From the balance; 0 where items alone are staked. */
  amountCents: Cents;
  /** What is held against limits: the amount, and the worth of staked items. */
  stakeCents: Cents;
  /** What of it the account counts as wagered on rolls: all of it, or nothing where tickets are sold. */
  wageredCents: Cents;
  /** As many nonces are taken. */
  rolls: number;
  /** One of the game's own. */
  type: string;
  /** 1 to 500 characters, shown to the user. */
  reason: string;
  /** Null where nothing is known of it yet: what is played names its transfer. */
  reference: TransferReference | null;
}

export interface PaidWager {
  userId: Id<'user'>;
  /** After the stake. */
  balanceCents: Cents;
  /** The rolls have this nonce and those that follow. */
  firstNonce: number;
  /** The user's; null where each roll gets one of its own. */
  clientSeed: string | null;
  /** Null where nothing was paid from the balance. */
  transferId: Id<'transfer'> | null;
  hasLimits: boolean;
}

/** Why a stake was not taken; it has cost neither money nor a nonce. */
export type UnpaidWager = { userId: Id<'user'> } & (
  | { why: 'BALANCE' }
  /** There are limits to hold it against first: it is more than may be staked without a look at them. */
  | { why: 'LIMITS' }
  | { why: 'BAR'; bar: PlayBar; until: Date }
);

export interface ChargedWagers {
  paid: PaidWager[];
  unpaid: UnpaidWager[];
}

export interface ChargeTerms {
  now: Date;
  /**
   * Of users who were held against their limits, and whose accounts are locked since: what they may stake, this stake
   * included. Of the others it stands on the account.
   */
  judgedRooms: ReadonlyMap<Id<'user'>, Cents>;
}

interface ChargedRow extends Omit<PaidWager, 'balanceCents' | 'firstNonce'> {
  balanceCents: bigint;
  /** Null where it was not paid. */
  firstNonce: string | null;
  /** What keeps the user from playing now. */
  bar: PlayBar | null;
  until: Date;
}

/**
 * The rows are locked in the order of the ids before any is changed, so that two of these never wait for each other. The
 * balance is compared on the row as locked, not as it was when the statement began, and so is what keeps a user from
 * playing: who has a bar or limits costs no more here than the others, until what may be staked without a look at the limits
 * is used up.
 */
export async function debitWagers(
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
    const { userId, firstNonce, clientSeed, transferId, hasLimits } = row;
    const balanceCents = row.balanceCents;
    if (firstNonce === null) charged.unpaid.push(unpaidOf(row, balanceCents, charges));
    else charged.paid.push({ userId, balanceCents, firstNonce: Number(firstNonce), clientSeed, transferId, hasLimits });
  }
  return charged;
}

function unpaidOf(
  { userId, bar, until }: ChargedRow,
  balanceCents: Cents,
  charges: readonly WagerCharge[],
): UnpaidWager {
  if (bar !== null) return { userId, why: 'BAR', bar, until };
  const isTooDear = charges.some((charge) => charge.userId === userId && charge.amountCents > balanceCents);
  return { userId, why: isTooDear ? 'BALANCE' : 'LIMITS' };
}
