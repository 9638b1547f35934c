-- What names a person goes when the account is closed, what a bank gave back is known, and what is kept about somebody is
-- found by that one. Stop processes of the version before: they send orders to pay with the key that stood in them.

-- Null once the account of its owner is closed: the books need the amount, the state and the id of the payment alone.
alter table money_withdrawals alter column pix_key drop not null;
alter table money_withdrawals add constraint money_withdrawals_key_until_ended
  check (pix_key is not null or ended_at is not null);

-- What has ended stays as it is, but for the key, which may go.
create function refuse_all_but_erasure() returns trigger language plpgsql as $$
begin
  old.pix_key := null;
  if new is distinct from old then
    raise exception 'money withdrawal % has ended', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
drop trigger money_withdrawals_end_once on money_withdrawals;
create trigger money_withdrawals_end_once before update on money_withdrawals
  for each row when (old.ended_at is not null) execute function refuse_all_but_erasure();
drop trigger money_withdrawals_as_asked on money_withdrawals;
create trigger money_withdrawals_as_asked before update on money_withdrawals for each row
  when (old.ended_at is null
    and (new.user_id, new.hold_id, new.amount_cents, new.pix_key_type, new.pix_key, new.created_at)
      is distinct from (old.user_id, old.hold_id, old.amount_cents, old.pix_key_type, old.pix_key, old.created_at))
  execute function refuse_change();

-- The key stands in one place: an order names its withdrawal, of which the key is read when it is sent.
alter table orders disable trigger user;
update orders set ask = ask - 'pixKey' - 'pixKeyType' where kind = 'PAYOUT';
alter table orders enable trigger user;
update alerts set details = details - 'pixKey' where kind = 'PAYOUT_REFUSED';
update money_withdrawals set pix_key = null
where user_id in (select id from users where status = 'CLOSED') and pix_key is not null;

-- What was given back of payments, by the payer's bank or at the provider by us. It changes no balance: a person decides.
create table deposit_returns (
  -- Of the payment, which may not be known yet.
  end_to_end_id text collate "C" not null check (length(end_to_end_id) between 1 and 100),
  -- Under which the payer's bank or we have asked for it: unique for the payment.
  return_id text collate "C" not null check (length(return_id) between 1 and 35),
  deposit_id bigint not null references deposits (id) on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  returned_at timestamptz not null,
  received_at timestamptz not null,
  primary key (end_to_end_id, return_id)
);
create index deposit_returns_deposit on deposit_returns (deposit_id);
create trigger deposit_returns_append_only before update or delete on deposit_returns
  for each row execute function refuse_change();
create trigger deposit_returns_no_truncate before truncate on deposit_returns
  for each statement execute function refuse_change();
alter table deposit_payments drop constraint deposit_payments_fault_check;
alter table deposit_payments add constraint deposit_payments_fault_check
  check (fault in ('AMOUNT_DIFFERS', 'DEPOSIT_REJECTED', 'PAID_BEFORE', 'ACCOUNT_CLOSED', 'RETURNED'));

-- What is kept about one person is found by the person.
create index user_activity_user on user_activity (user_id, day);
