-- A provider has said this by a signed message, or because it was asked. Each event is stored once, before anything follows
-- from it.
create table provider_events (
  id bigint generated always as identity primary key,
  provider text collate "C" not null check (length(provider) between 1 and 40),
  -- This is the provider's name for the event. Its repeats have the same.
  event_key text collate "C" not null check (length(event_key) between 1 and 200),
  -- The kind says which part of the product takes it.
  kind text collate "C" not null check (length(kind) between 1 and 40),
  content jsonb not null,
  -- It happened at this time, where the provider says so.
  said_at timestamptz,
  source text collate "C" not null check (source in ('WEBHOOK', 'RECONCILIATION')),
  received_at timestamptz not null,
  -- The outcome is null until the event is applied.
  outcome text collate "C" check (length(outcome) between 1 and 40),
  applied_at timestamptz,
  constraint provider_events_once unique (provider, event_key),
  constraint provider_events_applied check ((outcome is null) = (applied_at is null))
);
create index provider_events_waiting on provider_events (id) where outcome is null;
create trigger provider_events_apply_once before update on provider_events
  for each row when (old.outcome is not null) execute function refuse_change();
create trigger provider_events_never_deleted before delete on provider_events
  for each row execute function refuse_change();
create trigger provider_events_no_truncate before truncate on provider_events
  for each statement execute function refuse_change();

create table deposits (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  provider text collate "C" not null check (length(provider) between 1 and 40),
  -- The provider knows the charge under this id.
  txid text collate "C" not null constraint deposits_txid_key unique check (txid ~ '^[A-Za-z0-9]{26,35}$'),
  -- This amount was asked for.
  amount_cents bigint not null check (amount_cents > 0),
  status text collate "C" not null default 'PENDING' check (status in ('PENDING', 'CONFIRMED', 'REJECTED', 'EXPIRED')),
  -- The payer copies and pastes this code. It is null until the provider has made the charge.
  code text collate "C" check (length(code) between 1 and 1024),
  -- The user got this amount: the payment, or the amount that an administrator has confirmed.
  credited_cents bigint check (credited_cents > 0),
  -- This administrator has decided on it, for this reason.
  decided_by bigint references users (id) on delete restrict,
  decision_reason text check (length(decision_reason) between 1 and 500),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- The provider is still asked for payments that it may not have told.
  is_watched boolean not null default true,
  asked_at timestamptz,
  -- The user's own protection (a lower limit, a pause, an exclusion) has called the charge off at the first time, and the
  -- provider has said at the second that it can be paid no more. A payment that arrives all the same is credited.
  called_off_at timestamptz,
  removed_at timestamptz,
  constraint deposits_credited check ((status = 'CONFIRMED') = (credited_cents is not null)),
  constraint deposits_ended check ((status = 'PENDING') = (ended_at is null)),
  constraint deposits_decided check ((decided_by is null) = (decision_reason is null)),
  constraint deposits_rejected_by_somebody check (status <> 'REJECTED' or decided_by is not null),
  constraint deposits_removed check (removed_at is null or called_off_at is not null),
  constraint deposits_called_off check (called_off_at is null or status <> 'PENDING')
);
create index deposits_user on deposits (user_id, id desc);
create index deposits_status on deposits (status, id desc);
create index deposits_pending_of_user on deposits (user_id) where status = 'PENDING';
create index deposits_pending on deposits (expires_at) where status = 'PENDING';
create index deposits_watched on deposits (asked_at nulls first, id) where is_watched;
create index deposits_to_remove on deposits (user_id) where called_off_at is not null and removed_at is null;
-- A credit stays as it is.
create trigger deposits_confirm_once before update on deposits
  for each row when (
    (old.user_id, old.txid, old.amount_cents) is distinct from (new.user_id, new.txid, new.amount_cents)
    or (old.status = 'CONFIRMED' and (old.status, old.credited_cents, old.ended_at)
      is distinct from (new.status, new.credited_cents, new.ended_at)))
  execute function refuse_change();
create trigger deposits_never_deleted before delete on deposits for each row execute function refuse_change();
create trigger deposits_no_truncate before truncate on deposits for each statement execute function refuse_change();

-- Money arrived for a deposit. A payment has one id in all of Brazil, and is credited once.
create table deposit_payments (
  end_to_end_id text collate "C" primary key check (length(end_to_end_id) between 1 and 100),
  deposit_id bigint not null references deposits (id) on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  paid_at timestamptz not null,
  received_at timestamptz not null,
  -- WAITING: an administrator has to decide, for the reason of `fault`. DISMISSED: decided, and not credited.
  status text collate "C" not null check (status in ('CREDITED', 'WAITING', 'DISMISSED')),
  -- Money of another currency than BRL waits for a person. Money for a closed account is credited to nobody, and a person pays
  -- it back.
  fault text collate "C" check (fault in
    ('AMOUNT_DIFFERS', 'DEPOSIT_REJECTED', 'PAID_BEFORE', 'ACCOUNT_CLOSED', 'RETURNED', 'CURRENCY_DIFFERS')),
  constraint deposit_payments_waiting_for_a_reason check (status = 'CREDITED' or fault is not null)
);
create unique index deposit_payments_credited_once on deposit_payments (deposit_id) where status = 'CREDITED';
create index deposit_payments_deposit on deposit_payments (deposit_id);
create index deposit_payments_waiting on deposit_payments (deposit_id) where status = 'WAITING';
create trigger deposit_payments_decide_once before update on deposit_payments
  for each row when (
    old.status <> 'WAITING' or (old.end_to_end_id, old.deposit_id, old.amount_cents, old.paid_at)
      is distinct from (new.end_to_end_id, new.deposit_id, new.amount_cents, new.paid_at))
  execute function refuse_change();
create trigger deposit_payments_never_deleted before delete on deposit_payments
  for each row execute function refuse_change();
create trigger deposit_payments_no_truncate before truncate on deposit_payments
  for each statement execute function refuse_change();

-- A part of a payment was given back, by the payer's bank or at the provider by us. It is taken from the balance at once, and
-- the part that the balance does not have is a debt that the next credits pay.
create table deposit_returns (
  -- This is the id of the payment, which may not be known yet.
  end_to_end_id text collate "C" not null check (length(end_to_end_id) between 1 and 100),
  -- The payer's bank or we have asked for it under this id, which is unique for the payment.
  return_id text collate "C" not null check (length(return_id) between 1 and 35),
  deposit_id bigint not null references deposits (id) on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  returned_at timestamptz not null,
  received_at timestamptz not null,
  -- OPEN: under way, and may still fail. DONE is for good.
  status text collate "C" not null check (status in ('OPEN', 'DONE', 'FAILED')),
  -- The user owes this for it, or has paid it. It is null where a person has decided before debts were kept.
  owed_cents bigint check (owed_cents >= 0),
  -- This account owes it. It is null where the user who made the deposit owes it. Otherwise the return was told after their
  -- account was closed: that account owes it, or the one that its person came back with.
  owed_by bigint references users (id) on delete restrict,
  primary key (end_to_end_id, return_id),
  constraint deposit_returns_owed check (owed_cents <= amount_cents and (status <> 'FAILED' or owed_cents = 0))
);
create index deposit_returns_deposit on deposit_returns (deposit_id);
create index deposit_returns_open on deposit_returns (deposit_id) where status = 'OPEN';
create index deposit_returns_owed_by on deposit_returns (owed_by) where owed_by is not null;
create trigger deposit_returns_done_for_good before update on deposit_returns for each row
  when ((old.status = 'DONE' and (old.status, old.amount_cents, old.owed_cents, old.returned_at)
      is distinct from (new.status, new.amount_cents, new.owed_cents, new.returned_at))
    or (old.end_to_end_id, old.return_id, old.deposit_id, old.received_at)
      is distinct from (new.end_to_end_id, new.return_id, new.deposit_id, new.received_at))
  execute function refuse_change();
create trigger deposit_returns_never_deleted before delete on deposit_returns
  for each row execute function refuse_change();
create trigger deposit_returns_no_truncate before truncate on deposit_returns
  for each statement execute function refuse_change();

-- Money leaves for a user's Pix key. The amount is held of the balance at once. The withdrawal is confirmed with the second
-- factor, approved by an administrator, and paid by the provider or by hand.
create table money_withdrawals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  -- The money itself is one hold, settled or released once.
  hold_id bigint not null constraint money_withdrawals_hold_key unique references holds (id) on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  pix_key_type text collate "C" not null check (pix_key_type in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM')),
  -- The key stands in its one spelling. It is personal: it is in no log and in no entry of the trail, and is null once the
  -- account of its owner is closed.
  pix_key text check (length(pix_key) between 1 and 77),
  status text collate "C" not null default 'AWAITING_CONFIRMATION' check (status in
    ('AWAITING_CONFIRMATION', 'PENDING', 'APPROVED', 'COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED')),
  created_at timestamptz not null,
  -- It must be confirmed before this time.
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  approved_at timestamptz,
  approved_by bigint references users (id) on delete restrict,
  -- This is the payment through the provider; null where it is paid by hand, and before it is approved.
  order_id bigint constraint money_withdrawals_order_key unique references orders (id) on delete restrict,
  -- The banks know the payment under this id.
  end_to_end_id text collate "C" constraint money_withdrawals_end_to_end_key unique check (length(end_to_end_id) between 1 and 64),
  -- Its owner is told that it was not paid for this reason.
  failure_reason text check (length(failure_reason) between 1 and 500),
  ended_at timestamptz,
  -- This user ended it; null where the provider or time did.
  ended_by bigint references users (id) on delete restrict,
  constraint money_withdrawals_confirmed check ((status in ('PENDING', 'APPROVED', 'COMPLETED')) <= (confirmed_at is not null)),
  constraint money_withdrawals_approved check ((approved_at is null) = (approved_by is null)
    and (approved_at is not null) <= (confirmed_at is not null)
    and (status in ('APPROVED', 'COMPLETED')) <= (approved_at is not null)
    and (status in ('AWAITING_CONFIRMATION', 'PENDING', 'EXPIRED', 'CANCELLED')) <= (approved_at is null)),
  constraint money_withdrawals_ordered check (order_id is null or approved_at is not null),
  constraint money_withdrawals_paid check (end_to_end_id is null or status = 'COMPLETED'),
  constraint money_withdrawals_rejected check ((status = 'REJECTED') = (failure_reason is not null)),
  constraint money_withdrawals_ended check ((status in ('COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED')) = (ended_at is not null)),
  constraint money_withdrawals_ended_by check (ended_by is null or ended_at is not null),
  constraint money_withdrawals_key_until_ended check (pix_key is not null or ended_at is not null)
);
create index money_withdrawals_user on money_withdrawals (user_id, id desc);
create index money_withdrawals_status on money_withdrawals (status, id desc);
-- It finds the amounts that a user has asked for on a day.
create index money_withdrawals_user_day on money_withdrawals (user_id, created_at) where status not in ('REJECTED', 'EXPIRED', 'CANCELLED');
create index money_withdrawals_due on money_withdrawals (expires_at) where status = 'AWAITING_CONFIRMATION';

-- A withdrawal that has ended stays as it is, but for the key, which may go.
create function refuse_all_but_erasure() returns trigger language plpgsql as $$
begin
  old.pix_key := null;
  if new is distinct from old then
    raise exception 'money withdrawal % has ended', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger money_withdrawals_end_once before update on money_withdrawals
  for each row when (old.ended_at is not null) execute function refuse_all_but_erasure();
create trigger money_withdrawals_as_asked before update on money_withdrawals for each row
  when (old.ended_at is null
    and (new.user_id, new.hold_id, new.amount_cents, new.pix_key_type, new.pix_key, new.created_at)
      is distinct from (old.user_id, old.hold_id, old.amount_cents, old.pix_key_type, old.pix_key, old.created_at))
  execute function refuse_change();
create trigger money_withdrawals_never_deleted before delete on money_withdrawals
  for each row execute function refuse_change();
create trigger money_withdrawals_no_truncate before truncate on money_withdrawals
  for each statement execute function refuse_change();
