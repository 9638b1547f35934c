import { raw, type Sql, sql } from '../../../src/platform/database/sql.ts';

/** For each invariant statements that break it, one for each way it can be broken; each is found on its own. */
export type ViolationFixtures = Readonly<Record<string, readonly Sql[]>>;

export const first = (table: string, condition: string): Sql =>
  sql`${raw(table)}.id = (select min(id) from ${raw(table)} where ${raw(condition)})`;

/** A second one like the first row that is so, with some columns of its own. */
export const copyOf = (table: string, condition: string, changes: Readonly<Record<string, unknown>> = {}): Sql => sql`
  insert into ${raw(table)} overriding system value
  select (jsonb_populate_record(original, ${JSON.stringify({ id: 1_000_000, ...changes })}::jsonb)).*
  from ${raw(table)} original where ${raw(condition)} order by original limit 1`;

export const twoHalvesOf = (condition: string): Sql => sql`
  with halved as (
    update transfers set amount_cents = amount_cents / 2 where ${first('transfers', condition)} returning *)
  insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id)
  select user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id from halved`;

/** An update sets another hash in a run of commitments, at a place from 1 on. */
export const hashPlaced = (place: number, hash: Sql): Sql => sql`
  server_seed_hashes = overlay(server_seed_hashes placing decode(${hash}, 'hex') from ${32 * (place - 1) + 1}::int)`;

/** Sets that an item comes of no opening. */
export const OF_TEST = sql`opening_id = null, source_type = 'TEST', source_id = '1', source_index = 0`;

export const NOBODY = 1_000_000;
