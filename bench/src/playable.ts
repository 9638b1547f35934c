import type { Client } from 'pg';
import type { BenchSession } from './people.ts';

/** A case of 20 items, and for everybody more money than they can lose on it. */
export async function createPlayable(client: Client, people: readonly BenchSession[]): Promise<string> {
  await client.query(
    `with paid as (
       insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason)
       select id, 'SYSTEM', 'USER', 1000000000000, 'DEPOSIT', 'bench' from unnest($1::bigint[]) id returning user_id)
     update accounts set balance_cents = balance_cents + 1000000000000, transfer_count = transfer_count + 1
     from paid where paid.user_id = accounts.user_id`,
    [people.map(({ userId }) => userId)],
  );
  const { rows } = await client.query<{ id: string }>(
    `with made as (
       insert into cases (name, image_url, category, price_cents)
       values ('Bench', 'https://x.example/a.png', 'Bench', 110) returning id)
     insert into case_versions (case_id, number) select id, 1 from made returning case_id as id`,
  );
  const caseId = rows[0]?.id ?? '';
  await client.query(
    `with item as (
       insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents_brl)
       select 'Bench ' || n, 'Bench ' || n, 'https://x.example/a.png', 'COVERT', 'RIFLE', n * 10
       from generate_series(1, 20) n returning id
     ), line as (
       select id, row_number() over (order by id) as place from item)
     insert into case_version_items (version_id, item_id, hash_range_start, hash_range_end)
     select version.id, line.id, (place - 1) * 500000 + 1, place * 500000
     from line, case_versions version where version.case_id = $1`,
    [caseId],
  );
  await client.query(
    `update cases set status = 'ACTIVE', current_version_id = (select id from case_versions where case_id = $1)
     where id = $1`,
    [caseId],
  );
  return caseId;
}
