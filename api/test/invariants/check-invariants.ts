import type { Db } from '../../src/platform/db.ts';
import { type Sql, sql } from '../../src/platform/sql.ts';
import { eventQuestions } from './event-questions.ts';
import { upgradeQuestions } from './upgrade-questions.ts';

/**
 * What must hold at any moment, whatever has happened. Run after every flow: each entry is a question whose answer must
 * be empty, so that a broken one shows the rows that break it.
 */
const questions: Readonly<Record<string, Sql>> = {
  'a user has at most 5 sessions': sql`
    select user_id, count(*) from sessions where expires_at > now() group by user_id having count(*) > 5`,
  'a session lives seven days': sql`
    select id from sessions where expires_at <> created_at + interval '604800 seconds'`,
  'who is banned or suspended has no session': sql`
    select sessions.id from sessions join users on users.id = user_id where status <> 'ACTIVE'`,
  'a session belongs to the account of its user': sql`
    select sessions.id from sessions join users on users.id = user_id where users.platform_id <> sessions.platform_id`,
  'every user has an account': sql`
    select id from users where not exists (select from accounts where user_id = users.id)`,
  'no balance is negative': sql`select user_id from accounts where balance_cents < 0`,
  'a balance is its credits less its debits, and the lines of a statement are counted': sql`
    select accounts.user_id, balance_cents, booked.cents, transfer_count, booked.entries from accounts
    left join (
      select user_id, count(*) as entries,
        sum(case 'USER' when credit_account then amount_cents when debit_account then -amount_cents else 0 end) as cents
      from transfers group by user_id) booked using (user_id)
    where balance_cents <> coalesce(booked.cents, 0) or transfer_count <> coalesce(booked.entries, 0)`,
  'what is held is what open holds reserve': sql`
    with booked as (
      select user_id, sum(case when credit_account = 'HELD' then amount_cents else -amount_cents end) as cents
      from transfers where 'HELD' in (credit_account, debit_account) group by user_id
    ), reserved as (
      select user_id, sum(amount_cents) filter (where status = 'HELD') as cents from holds group by user_id)
    select user_id, booked.cents as booked, reserved.cents as reserved from booked full join reserved using (user_id)
    where coalesce(booked.cents, 0) <> coalesce(reserved.cents, 0)`,
  'every step of every hold was booked once': sql`
    with booked as (
      select user_id, type, count(*) as entries, sum(amount_cents) as cents from transfers
      where 'HELD' in (credit_account, debit_account) group by user_id, type
    ), expected as (
      select user_id, step.type, count(*) as entries, sum(amount_cents) as cents from holds
      join (values ('HELD', 'WITHDRAWAL_HOLD'), ('SETTLED', 'WITHDRAWAL_HOLD'), ('RELEASED', 'WITHDRAWAL_HOLD'),
        ('SETTLED', 'WITHDRAWAL'), ('RELEASED', 'WITHDRAWAL_RELEASE')) step (status, type) using (status)
      group by user_id, step.type)
    select user_id, type from booked full join expected using (user_id, type)
    where (booked.entries, booked.cents) is distinct from (expected.entries, expected.cents)`,
  'each type of transfer moves between its own accounts': sql`
    select id, type, debit_account, credit_account from transfers
    where case type
      when 'WITHDRAWAL_HOLD' then (debit_account, credit_account) <> ('USER', 'HELD')
      when 'WITHDRAWAL' then (debit_account, credit_account) <> ('HELD', 'SYSTEM')
      when 'WITHDRAWAL_RELEASE' then (debit_account, credit_account) <> ('HELD', 'USER')
      else 'HELD' in (debit_account, credit_account) end`,
  'the kept counts of items are the truth': sql`
    with truth as (
      select user_id, coalesce(item_id, 0) as item_id, status, count(*) as count from inventory_items group by 1, 2, 3)
    select user_id, item_id, status, coalesce(truth.count, 0) as truth, coalesce(kept.count, 0) as kept
    from truth full join inventory_counts kept using (user_id, item_id, status)
    where coalesce(truth.count, 0) <> coalesce(kept.count, 0)`,
  'a sale has one credit of the sum of its items': sql`
    with sold as (
      select sale_id::text as sale_id, min(user_id) as user_id, max(user_id) as last_user_id, sum(sold_for_cents) as cents
      from inventory_items where sale_id is not null group by sale_id
    ), credited as (
      select reference_id as sale_id, min(user_id) as user_id, sum(amount_cents) as cents, count(*) as credits
      from transfers where type = 'ITEM_SALE' and reference_type = 'SALE' group by reference_id)
    select sale_id, sold.cents as sold, credited.cents as credited from sold full join credited using (sale_id)
    where sold.cents is null or sold.cents <> coalesce(credited.cents, 0) or credited.credits > 1
      or sold.user_id <> sold.last_user_id or sold.user_id <> coalesce(credited.user_id, sold.user_id)`,
  'a credit for sold items belongs to a sale': sql`
    select id from transfers where type = 'ITEM_SALE'
      and (reference_type is distinct from 'SALE' or debit_account <> 'SYSTEM' or credit_account <> 'USER')`,
  'there is one exchange rate, and the fallback is 5': sql`
    select count(*), bool_or(is_fallback and usd_to_brl <> 5) from exchange_rate
    having count(*) <> 1 or bool_or(is_fallback and usd_to_brl <> 5)`,
  'a sync that ended says when and why, and one that is done did all': sql`
    select id, status from item_syncs
    where (status in ('DONE', 'FAILED')) <> (finished_at is not null and message is not null)
      or (status = 'DONE' and total is not null and processed <> total)`,
  'the nonces of a user have no gap': sql`
    select user_id, accounts.nonce, rolls.count, rolls.last from accounts
    left join (
      select user_id, count(*), count(distinct nonce) as different, max(nonce) as last
      from (select user_id, nonce from case_openings union all select user_id, nonce from upgrades) rolls
      group by user_id) rolls using (user_id)
    where (accounts.nonce, accounts.nonce, accounts.nonce)
      is distinct from (coalesce(rolls.count, 0), coalesce(rolls.different, 0), coalesce(rolls.last, 0))`,
  'an account counts its openings, its upgrades and what was wagered': sql`
    select user_id from accounts
    left join (
      select user_id, count(*), sum(price_cents) as cents from case_openings group by user_id) openings using (user_id)
    left join (
      select user_id, count(*), sum(items_value_cents + balance_cents) as cents
      from upgrades group by user_id) upgraded using (user_id)
    where cases_opened <> coalesce(openings.count, 0) or upgrades_made <> coalesce(upgraded.count, 0)
      or wagered_cents <> coalesce(openings.cents, 0) + coalesce(upgraded.cents, 0)`,
  'a debit is the sum of its openings': sql`
    select transfers.id from transfers left join case_openings on transfer_id = transfers.id
    where type = 'CASE_OPEN' group by transfers.id
    having amount_cents <> coalesce(sum(price_cents), 0) or count(distinct case_openings.user_id) <> 1
      or min(case_openings.user_id) <> transfers.user_id`,
  'every opening has its debit': sql`
    select opening.id from case_openings opening left join transfers on transfers.id = transfer_id
      and transfers.user_id = opening.user_id and type = 'CASE_OPEN' where transfers.id is null`,
  'every opening has its one item, as rolled': sql`
    select opening.id from case_openings opening left join inventory_items held on held.id = inventory_item_id
    where (held.source_type, held.source_id, held.item_id)
      is distinct from ('CASE_OPENING', opening.id::text, opening.item_id)`,
  'every item from an opening has one': sql`
    select held.id from inventory_items held left join case_openings on inventory_item_id = held.id
    where source_type = 'CASE_OPENING' and case_openings.id is null`,
  'a cause gives each of its items once': sql`
    select source_type, source_id, source_index from inventory_items group by 1, 2, 3 having count(*) > 1`,
  'the item of an opening is the one of the version played': sql`
    select opening.id from case_openings opening
    left join case_version_items content on content.version_id = opening.version_id
      and roll between hash_range_start and hash_range_end
    left join case_versions version on version.id = opening.version_id
    where content.item_id is distinct from opening.item_id or version.case_id is distinct from opening.case_id`,
  'the ranges of a version cover every roll once, and its flip begins at one of them': sql`
    select id from case_versions left join lateral (
      select min(hash_range_start) as first, max(hash_range_end) as last,
        sum(hash_range_end - hash_range_start + 1) as covered,
        bool_or(hash_range_start = flip_threshold) as flips,
        bool_or(next_start is not null and next_start <> hash_range_end + 1) as broken
      from (
        select *, lead(hash_range_start) over (order by hash_range_start) as next_start
        from case_version_items where version_id = case_versions.id) ranges) contents on true
    where (first, last, covered, broken) is distinct from (1, 10000000, 10000000, false)
      or (flip_threshold is not null and flips is not true)`,
  'a committed seed is the one that was used': sql`
    select user_id, nonce from (
      select user_id, nonce, server_seed, server_seed_hash, committed_at from case_openings
      union all
      select user_id, nonce, server_seed, server_seed_hash, committed_at from upgrades) roll
    join commitments using (user_id, nonce)
    where (roll.server_seed, roll.server_seed_hash, roll.committed_at)
      is distinct from (commitments.server_seed, commitments.server_seed_hash, commitments.committed_at)`,
  'no seed is used twice': sql`
    select server_seed from (
      select server_seed from case_openings union all select server_seed from upgrades
      union all select server_seed from event_shots) roll
    group by server_seed having count(*) > 1`,
  'the days that are added up have no gap, and none before them was played': sql`
    with played as (
      select min((created_at at time zone 'America/Sao_Paulo')::date) as day
      from (
        select created_at from case_openings union all select created_at from upgrades
        union all select created_at from transfers) play)
    select min(rolled_days.day), max(rolled_days.day), count(*), min(played.day) as first_played
    from rolled_days, played
    having max(rolled_days.day) - min(rolled_days.day) + 1 <> count(*)
      or min(rolled_days.day) is distinct from coalesce(min(played.day), min(rolled_days.day))`,
  'the kept figures of each case are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, case_id, count(*) as openings,
        sum(price_cents) as wagered_cents, sum(item_value_cents) as won_cents
      from case_openings group by 1, 2)
    select day, case_id from (select * from truth where day in (select day from rolled_days)) truth
    full join case_days kept using (day, case_id)
    where (truth.openings, truth.wagered_cents, truth.won_cents)
      is distinct from (kept.openings, kept.wagered_cents, kept.won_cents)`,
  'the kept figures of upgrades are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, count(*) as upgrades,
        count(*) filter (where status = 'WON') as upgrades_won, sum(items_value_cents + balance_cents) as wagered_cents,
        sum(balance_cents) as balance_cents,
        sum(case status when 'WON' then target_value_cents else 0 end) as won_cents
      from upgrades group by 1)
    select day from (select * from truth where day in (select day from rolled_days)) truth
    full join upgrade_days kept using (day)
    where (truth.upgrades, truth.upgrades_won, truth.wagered_cents, truth.balance_cents, truth.won_cents)
      is distinct from (kept.upgrades, kept.upgrades_won, kept.wagered_cents, kept.balance_cents, kept.won_cents)`,
  'the kept figures of each user are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, user_id, sum(opening) as openings,
        sum(1 - opening) as upgrades, sum(upgrade_won) as upgrades_won, sum(wagered) as wagered_cents,
        sum(won) as won_cents, max(won) as best_win_cents
      from (
        select created_at, user_id, 1 as opening, 0 as upgrade_won, price_cents as wagered, item_value_cents as won
        from case_openings
        union all
        select created_at, user_id, 0, (status = 'WON')::int, items_value_cents + balance_cents,
          case status when 'WON' then target_value_cents else 0 end
        from upgrades) play
      group by 1, 2)
    select day, user_id from (select * from truth where day in (select day from rolled_days)) truth
    full join user_days kept using (day, user_id)
    where (truth.openings, truth.upgrades, truth.upgrades_won, truth.wagered_cents, truth.won_cents,
      truth.best_win_cents) is distinct from
      (kept.openings, kept.upgrades, kept.upgrades_won, kept.wagered_cents, kept.won_cents, kept.best_win_cents)`,
  'the kept figures of the books are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, type, count(*) as transfers,
        sum(amount_cents) as amount_cents,
        sum(case credit_account when 'USER' then amount_cents else 0 end) as credited_cents
      from transfers group by 1, 2)
    select day, type from (select * from truth where day in (select day from rolled_days)) truth
    full join transfer_days kept using (day, type)
    where (truth.transfers, truth.amount_cents, truth.credited_cents)
      is distinct from (kept.transfers, kept.amount_cents, kept.credited_cents)`,
  'the nonces of a user rise with time, by which the plays since the kept days are found': sql`
    select user_id, nonce from (
      select user_id, nonce, created_at, lag(created_at) over (partition by user_id order by nonce) as last_created_at
      from (
        select user_id, nonce, created_at from case_openings
        union all
        select user_id, nonce, created_at from upgrades) roll) roll
    where created_at < last_created_at`,
  'every adjustment by an administrator is on the trail': sql`
    select transfers.id from transfers
    left join audit_entries on action = 'BALANCE_ADJUSTED' and metadata ->> 'transferId' = transfers.id::text
    where type = 'ADMIN_ADJUSTMENT' and audit_entries.id is null`,
};

/** Hold wherever items came in by the product's own ways; tests that write items by hand do not ask them. */
const itemQuestions: typeof questions = {
  'every item used up in an upgrade was staked in one': sql`
    select id from inventory_items held where status = 'USED_IN_UPGRADE'
      and not exists (select from upgrade_inputs where inventory_item_id = held.id)`,
  'prices follow from margin and rate': sql`
  select items.id, original_price_cents, value_cents, value_cents_brl from items, exchange_rate,
    (select coalesce((select value #>> '{}' from settings where key = 'priceMargin'), '1.2')::numeric as margin) setting
  where value_cents <> round(original_price_cents * margin)
    or value_cents_brl <> round(round(original_price_cents * margin) * usd_to_brl)`,
};

interface Violation {
  invariant: string;
  /** Some of those that break it. */
  rows: object[];
}

interface CheckOptions {
  /** Whether all items came in by the product's own ways. */
  ownItems?: boolean;
  onAnswer?: (answer: Violation & { seconds: number }) => void;
}

export async function findViolations(db: Db, options: CheckOptions = {}): Promise<Violation[]> {
  const { ownItems = false, onAnswer = () => undefined } = options;
  const asked = { ...questions, ...upgradeQuestions, ...eventQuestions, ...(ownItems ? itemQuestions : {}) };
  const violations: Violation[] = [];
  for (const [invariant, question] of Object.entries(asked)) {
    const startedMs = performance.now();
    const rows = (await db.query(question)).slice(0, 10);
    onAnswer({ invariant, rows, seconds: (performance.now() - startedMs) / 1000 });
    if (rows.length > 0) violations.push({ invariant, rows });
  }
  return violations;
}
