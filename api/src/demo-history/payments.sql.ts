import { randomBytes } from 'node:crypto';
import { recordAudit } from '../modules/people/audit/index.ts';
import type { Tx } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Id } from '../platform/ids.ts';
import type { Deposit, Payout } from './history.types.ts';

/** How long a charge can be paid, and a withdrawal be confirmed. */
export const OPEN_MS = 30 * 60 * 1000;
/** A payment is credited so long after its charge was made. */
const PAYING_MS = 40_000;

/** Charges by Pix; of those that were paid also what the provider has told, and the payment. */
export async function insertDeposits(tx: Tx, deposits: readonly Deposit[]): Promise<void> {
  if (deposits.length === 0) return;
  const txids = deposits.map(() => randomBytes(16).toString('hex'));
  const endToEndIds = deposits.map(({ atMs }) => endToEndId('E', atMs));
  await tx.query(sql`
    with given as materialized (
      select id, user_id, txid, amount_cents, is_paid, end_to_end_id, to_timestamp(at_ms / 1000.0) as paid_at,
        to_timestamp((at_ms - ${PAYING_MS}::int) / 1000.0) as created_at,
        to_timestamp((at_ms - ${PAYING_MS}::int + ${OPEN_MS}::int) / 1000.0) as expires_at
      from unnest(
        ${deposits.map(({ id }) => id)}::bigint[], ${deposits.map(({ player }) => player.id)}::bigint[],
        ${txids}::text[], ${deposits.map(({ cents }) => cents)}::bigint[],
        ${deposits.map(({ isPaid }) => isPaid)}::boolean[], ${endToEndIds}::text[],
        ${deposits.map(({ atMs }) => atMs)}::bigint[]
      ) as given (id, user_id, txid, amount_cents, is_paid, end_to_end_id, at_ms)
    ), made as (
      insert into deposits (id, user_id, provider, txid, amount_cents, status, credited_cents, created_at, expires_at,
        ended_at, is_watched)
      overriding system value
      select id, user_id, 'pix', txid, amount_cents, case when is_paid then 'CONFIRMED' else 'EXPIRED' end,
        case when is_paid then amount_cents end, created_at, expires_at, case when is_paid then paid_at else expires_at end,
        false
      from given
    ), told as (
      insert into provider_events (provider, event_key, kind, content, said_at, source, received_at, outcome, applied_at)
      select 'pix', end_to_end_id, 'PIX_PAYMENT',
        jsonb_build_object('endToEndId', end_to_end_id, 'txid', txid, 'amountCents', amount_cents::text), paid_at, 'WEBHOOK',
        paid_at, 'CREDITED', paid_at
      from given where is_paid order by paid_at
    )
    insert into deposit_payments (end_to_end_id, deposit_id, amount_cents, paid_at, received_at, status)
    select end_to_end_id, id, amount_cents, paid_at, paid_at, 'CREDITED' from given where is_paid`);
}

/** Withdrawals that were confirmed, approved by an administrator and paid by the provider, with their holds and orders. */
export async function insertPayouts(tx: Tx, payouts: readonly Payout[], administratorId: Id<'user'>): Promise<void> {
  if (payouts.length === 0) return;
  const endToEndIds = payouts.map(({ paidMs }) => endToEndId('D', paidMs));
  const given = sql`
    unnest(
      ${payouts.map(({ id }) => id)}::bigint[], ${payouts.map(({ holdId }) => holdId)}::bigint[],
      ${payouts.map(({ orderId }) => orderId)}::bigint[], ${payouts.map(({ player }) => player.id)}::bigint[],
      ${payouts.map(({ cents }) => cents)}::bigint[], ${payouts.map(pixKeyOf)}::text[], ${endToEndIds}::text[],
      ${payouts.map(() => randomBytes(16).toString('hex'))}::text[],
      ${payouts.map(({ atMs }) => isoOf(atMs))}::timestamptz[],
      ${payouts.map(({ paidMs }) => isoOf(paidMs))}::timestamptz[]
    ) as given (id, hold_id, order_id, user_id, amount_cents, pix_key, end_to_end_id, send_id, asked_at, paid_at)`;
  await Promise.all([
    tx.query(sql`
      insert into holds (id, user_id, amount_cents, status, created_at, ended_at)
      overriding system value
      select hold_id, user_id, amount_cents, 'SETTLED', asked_at, paid_at from ${given}`),
    tx.query(sql`
      insert into orders (id, kind, project_id, ask, status, bought, requested_at, sent_at, settled_at, lease_owner,
        lease_until)
      overriding system value
      select order_id, 'PAYOUT', send_id, jsonb_build_object('payoutId', id::text, 'amountCents', amount_cents::text),
        'BOUGHT', jsonb_build_object('endToEndId', end_to_end_id), paid_at, paid_at, paid_at, 'demo', paid_at
      from ${given}`),
    tx.query(sql`
      insert into money_withdrawals (id, user_id, hold_id, amount_cents, pix_key_type, pix_key, status, created_at,
        expires_at, confirmed_at, approved_at, approved_by, order_id, end_to_end_id, ended_at)
      overriding system value
      select id, user_id, hold_id, amount_cents, 'EMAIL', pix_key, 'COMPLETED', asked_at,
        asked_at + make_interval(secs => ${OPEN_MS / 1000}), asked_at, paid_at, ${administratorId}::bigint, order_id,
        end_to_end_id, paid_at
      from ${given}`),
    recordAudit(
      tx,
      payouts.flatMap((payout) => entriesOf(payout, administratorId)),
    ),
  ]);
}

/** What the trail has of each. It says when it was written, as it always does: the trail is not moved to the past. */
function entriesOf({ id, player, cents: amountCents }: Payout, administratorId: Id<'user'>) {
  const entry = { userId: player.id, entity: { type: 'money-withdrawal', id }, metadata: { amountCents } };
  return [
    { ...entry, action: 'WITHDRAWAL_CONFIRMED', actorId: player.id },
    { ...entry, action: 'WITHDRAWAL_APPROVED', actorId: administratorId },
    { ...entry, action: 'WITHDRAWAL_COMPLETED', actorId: null },
  ];
}

const pixKeyOf = ({ player }: Payout) => `${player.username.toLowerCase()}.${player.id}@example.com`;

const isoOf = (ms: number) => new Date(ms).toISOString();

/** As the banks name a payment: a letter, a bank, the minute, and eleven characters of chance. */
function endToEndId(letter: string, atMs: number): string {
  const minute = isoOf(atMs)
    .replaceAll(/[^0-9]/g, '')
    .slice(0, 12);
  return `${letter}00000000${minute}${randomBytes(6).toString('hex').slice(0, 11)}`;
}
