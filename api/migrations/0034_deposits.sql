-- What providers have said, by a signed message or because they were asked: each event once, stored before anything
-- follows from it.
create table provider_events (
  id bigint generated always as identity primary key,
  provider text collate "C" not null check (length(provider) between 1 and 40),
  -- What the provider calls it; its repeats have the same.
  event_key text collate "C" not null check (length(event_key) between 1 and 200),
  -- Who in the house takes it.
  kind text collate "C" not null check (length(kind) between 1 and 40),
  content jsonb not null,
  -- When it happened, where the provider says so.
  said_at timestamptz,
  source text collate "C" not null check (source in ('WEBHOOK', 'RECONCILIATION')),
  received_at timestamptz not null,
  -- Null until it is applied: then what came of it.
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
  -- Under which the provider knows the charge.
  txid text collate "C" not null constraint deposits_txid_key unique check (txid ~ '^[A-Za-z0-9]{26,35}$'),
  -- What was asked for.
  amount_cents bigint not null check (amount_cents > 0),
  status text collate "C" not null default 'PENDING' check (status in ('PENDING', 'CONFIRMED', 'REJECTED', 'EXPIRED')),
  -- What the payer copies and pastes; null until the provider has made the charge.
  code text collate "C" check (length(code) between 1 and 1024),
  -- What the user got of it: what was paid, or what an administrator has confirmed.
  credited_cents bigint check (credited_cents > 0),
  -- Of an administrator who has decided on it, and why.
  decided_by bigint references users (id) on delete restrict,
  decision_reason text check (length(decision_reason) between 1 and 500),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Whether the provider is still asked for payments that it may not have told.
  is_watched boolean not null default true,
  asked_at timestamptz,
  constraint deposits_credited check ((status = 'CONFIRMED') = (credited_cents is not null)),
  constraint deposits_ended check ((status = 'PENDING') = (ended_at is null)),
  constraint deposits_decided check ((decided_by is null) = (decision_reason is null)),
  constraint deposits_rejected_by_somebody check (status <> 'REJECTED' or decided_by is not null)
);
create index deposits_user on deposits (user_id, id desc);
create index deposits_status on deposits (status, id desc);
create index deposits_pending_of_user on deposits (user_id) where status = 'PENDING';
create index deposits_pending on deposits (expires_at) where status = 'PENDING';
create index deposits_watched on deposits (asked_at nulls first, id) where is_watched;
-- What was credited stays so.
create trigger deposits_confirm_once before update on deposits
  for each row when (
    (old.user_id, old.txid, old.amount_cents) is distinct from (new.user_id, new.txid, new.amount_cents)
    or (old.status = 'CONFIRMED' and (old.status, old.credited_cents, old.ended_at)
      is distinct from (new.status, new.credited_cents, new.ended_at)))
  execute function refuse_change();
create trigger deposits_never_deleted before delete on deposits for each row execute function refuse_change();
create trigger deposits_no_truncate before truncate on deposits for each statement execute function refuse_change();

-- Money that arrived for a deposit. A payment has one id in all of Brazil, and is credited once.
create table deposit_payments (
  end_to_end_id text collate "C" primary key check (length(end_to_end_id) between 1 and 100),
  deposit_id bigint not null references deposits (id) on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  paid_at timestamptz not null,
  received_at timestamptz not null,
  -- WAITING: an administrator has to decide, for the reason of `fault`. DISMISSED: decided, and not credited.
  status text collate "C" not null check (status in ('CREDITED', 'WAITING', 'DISMISSED')),
  fault text collate "C" check (fault in ('AMOUNT_DIFFERS', 'DEPOSIT_REJECTED', 'PAID_BEFORE')),
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
