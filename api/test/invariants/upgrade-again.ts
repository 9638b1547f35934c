import { readFile } from 'node:fs/promises';
import type { Tx } from '../../src/platform/database/db.ts';
import { raw, type Sql, sql } from '../../src/platform/database/sql.ts';

/** Takes back what 0043 and 0044 have made, so that rows lie as the version before has left them. */
const BACK_TO_0042 = `
  create temporary table kept_returns on commit drop as table deposit_returns;
  create temporary table kept_trades on commit drop as table site_swap_trades;
  drop table order_second_looks, site_swap_trades, deposit_returns;
  drop index orders_purchase_key, market_withdrawals_came_to_nothing, user_activity_user;
  alter table leases rename to withdrawal_polls;
  alter index leases_pkey rename to withdrawal_polls_pkey;
  drop function refuse_all_but_erasure cascade;
  create trigger money_withdrawals_end_once before update on money_withdrawals
    for each row when (old.ended_at is not null) execute function refuse_change();
  alter table money_withdrawals drop constraint money_withdrawals_key_until_ended;
  alter table money_withdrawals alter column pix_key set not null;
  drop trigger orders_settle_once on orders;
  update orders set ask = ask || jsonb_build_object('pixKey', pix_key, 'pixKeyType', pix_key_type)
    from money_withdrawals where order_id = orders.id;
  create trigger orders_settle_once before update on orders
    for each row when (old.status in ('BOUGHT', 'REFUSED')) execute function refuse_change()`;

/** A delivery becomes one of the user who has closed the account. */
const DELIVERED_TO_WHO_LEFT = `
  with moved as (
    update market_withdrawals set user_id = (select id from users where status = 'CLOSED')
    where id = (select min(id) from market_withdrawals where status = 'COMPLETED' and reversed_at is null)
    returning inventory_item_id, user_id)
  update inventory_items set user_id = moved.user_id from moved where id = inventory_item_id`;

const KEEP_RETURNS = `
  insert into deposit_returns select * from kept_returns;
  update site_swap_trades trade set outcome = kept.outcome, ended_at = kept.ended_at from kept_trades kept
    where kept.site_swap_id = trade.site_swap_id and kept.outcome is not null`;

/** Applies both to a database with rows of theirs, in a transaction that is undone by the caller. */
export async function upgradeAgain(tx: Tx): Promise<void> {
  const migrations = ['0043_orders_looked_for_again.sql', '0044_what_is_left_of_payments.sql'];
  const texts = await Promise.all(migrations.map(readMigration));
  const owed = await readMigration('0076_returned_deposits_are_owed.sql');
  const afterClosing = await readMigration('0105_what_comes_to_light_after_a_closing.sql');
  // Of these, what they change of a table that the others have made.
  const ofReturns = [
    owed.slice(owed.indexOf('alter table deposit_returns')),
    afterClosing.slice(
      afterClosing.indexOf('alter table deposit_returns'),
      afterClosing.indexOf('-- A suspension was'),
    ),
  ];
  const all = [BACK_TO_0042, DELIVERED_TO_WHO_LEFT, ...texts, ...ofReturns, KEEP_RETURNS];
  for (const text of all) await tx.query(allOf(text));
}

const readMigration = (name: string) => readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8');

/** What is sent to the database is one statement; a migration is many. */
const allOf = (text: string): Sql => sql`${raw(`do $do$ begin execute $all$ ${text} $all$; end $do$`)}`;
