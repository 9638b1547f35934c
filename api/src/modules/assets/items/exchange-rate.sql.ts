import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type { ExchangeRate, HeldBackRate, PastRate, RateReason, ServedRate } from './items.rules.ts';

const RATE_COLUMNS = sql`usd_to_brl, source, is_fallback, updated_at, held_until`;

export async function findRate(db: Db | Tx): Promise<ServedRate> {
  const rows = await db.query<ServedRate>(sql`
    select ${RATE_COLUMNS}, exists (select from held_back_rate) as is_held_back from exchange_rate`);
  return rows[0] as ServedRate;
}

/**
 * Every writer of prices takes this lock first and holds it until the end of `tx`, so that it sees the margin, the rate and
 * the prices of the writers before. Otherwise a price could follow from a margin that is just being replaced.
 */
export async function lockRate(tx: Tx): Promise<ExchangeRate> {
  const rows = await tx.query<ExchangeRate>(sql`select ${RATE_COLUMNS} from exchange_rate for update`);
  return rows[0] as ExchangeRate;
}

/** Keeps writers of prices out until the end of `tx`; others may share it. */
export async function shareRate(tx: Tx): Promise<ExchangeRate> {
  const rows = await tx.query<ExchangeRate>(sql`select ${RATE_COLUMNS} from exchange_rate for share`);
  return rows[0] as ExchangeRate;
}

export async function updateRate(tx: Tx, rate: ExchangeRate): Promise<void> {
  await tx.query(sql`
    update exchange_rate
    set usd_to_brl = ${rate.usdToBrl}::numeric, source = ${rate.source}, is_fallback = ${rate.isFallback},
      updated_at = ${rate.updatedAt}, held_until = ${rate.heldUntil}`);
}

export interface TakenRate {
  usdToBrl: string;
  source: string;
  reason: RateReason;
  confirmedBy: Id<'user'> | null;
  takenAt: Date;
  note?: string | null;
}

export async function insertTakenRate(tx: Tx, taken: TakenRate): Promise<void> {
  await tx.query(sql`
    insert into exchange_rates_taken (usd_to_brl, source, reason, confirmed_by, taken_at, note)
    values (${taken.usdToBrl}::numeric, ${taken.source}, ${taken.reason}, ${taken.confirmedBy}, ${taken.takenAt},
      ${taken.note ?? null})`);
}

export interface RateInHistory extends PastRate, Omit<Required<TakenRate>, 'usdToBrl' | 'reason'> {
  id: Id<'taken-rate'>;
}

/** Newest first. */
export async function listRateHistory(db: Db, part: ListPart): Promise<{ rates: RateInHistory[]; total: number }> {
  const list: RowList = { from: 'exchange_rates_taken', order: { by: ['id'], way: 'desc' } };
  const [rates, total] = await Promise.all([
    db.query<RateInHistory>(sql`
      select id, usd_to_brl, source, reason, confirmed_by, note, taken_at, (
        select taken_at from exchange_rates_taken later where later.id > rate.id order by later.id limit 1
      ) as replaced_at
      from (${partOf(list, part)}) rate ${orderBy(list.order)}`),
    countRows(db, list),
  ]);
  return { rates, total };
}

/**
 * Lists the rates in force since then and the last known one before, the newest first. Rates before the first or before one
 * that an administrator confirmed do not count.
 */
export const listPastRates = (tx: Tx, since: Date): Promise<PastRate[]> =>
  tx.query<PastRate>(sql`
    select usd_to_brl, reason, lead(taken_at) over (order by id) as replaced_at
    from exchange_rates_taken
    where id >= greatest(
      (select max(id) from exchange_rates_taken where reason in ('FIRST', 'CONFIRMED')),
      (select max(id) from exchange_rates_taken where reason <> 'FALLBACK' and taken_at <= ${since}))
    order by id desc`);

export async function findHeldBackRate(db: Db | Tx): Promise<HeldBackRate | null> {
  const rows = await db.query<HeldBackRate>(sql`
    select usd_to_brl as value, source, first_usd_to_brl as first_value, first_said_at, last_said_at, waits_for_person
    from held_back_rate`);
  return rows[0] ?? null;
}

export async function storeHeldBackRate(tx: Tx, held: HeldBackRate): Promise<void> {
  await tx.query(sql`
    insert into held_back_rate (usd_to_brl, source, first_usd_to_brl, first_said_at, last_said_at, waits_for_person)
    values (${held.value}::numeric, ${held.source}, ${held.firstValue}::numeric, ${held.firstSaidAt},
      ${held.lastSaidAt}, ${held.waitsForPerson})
    on conflict (only_row) do update
    set usd_to_brl = excluded.usd_to_brl, source = excluded.source, first_usd_to_brl = excluded.first_usd_to_brl,
      first_said_at = excluded.first_said_at, last_said_at = excluded.last_said_at,
      waits_for_person = excluded.waits_for_person`);
}

export async function deleteHeldBackRate(tx: Tx): Promise<void> {
  await tx.query(sql`delete from held_back_rate`);
}
