-- The books. One row has a debit account, a credit account and an amount, so they cannot be out of balance. USER means
-- the account of user_id, whose balance is kept on its row in accounts; the balances of SYSTEM and HELD are derived.
create table transfers (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  debit_account text not null check (debit_account in ('USER', 'SYSTEM', 'HELD')),
  credit_account text not null check (credit_account in ('USER', 'SYSTEM', 'HELD')),
  amount_cents bigint not null check (amount_cents > 0),
  type text not null check (type in (
    'DEPOSIT', 'WITHDRAWAL_HOLD', 'WITHDRAWAL_RELEASE', 'WITHDRAWAL', 'CASE_OPEN', 'BATTLE_ENTRY', 'BATTLE_REFUND',
    'BATTLE_WIN', 'UPGRADE', 'ITEM_SALE', 'RAFFLE_TICKET', 'RAFFLE_REFUND', 'EVENT_REWARD', 'SWAP_CHANGE',
    'ADMIN_ADJUSTMENT', 'WELCOME_CREDIT')),
  reason text not null check (length(reason) between 1 and 500),
  -- What caused it: an opening, a sale, a withdrawal.
  reference_type text,
  reference_id text,
  created_at timestamptz not null default now(),
  check (debit_account <> credit_account),
  check ((reference_type is null) = (reference_id is null))
);
create index transfers_user on transfers (user_id, id desc);
create index transfers_user_type on transfers (user_id, type, id desc);
create index transfers_type_created_at on transfers (type, created_at, id);
create index transfers_created_at on transfers (created_at, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger transfers_append_only before update or delete on transfers for each row execute function refuse_change();
create trigger transfers_no_truncate before truncate on transfers for each statement execute function refuse_change();

-- How many transfers are on a user's statement, so that a page of it need not count them.
alter table accounts add column transfer_count bigint not null default 0;

-- Money reserved for a withdrawal: out of the balance, and later either paid out or given back, once.
create table holds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null default 'HELD' check (status in ('HELD', 'SETTLED', 'RELEASED')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((status = 'HELD') = (ended_at is null))
);
create index holds_user on holds (user_id, id desc);
