-- Money that leaves for a user's Pix key. What is asked for is held of the balance at once; it is confirmed with the
-- second factor, approved by an administrator, and paid by the provider or by hand.
create table money_withdrawals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  -- The money itself: one hold, settled or released once.
  hold_id bigint not null constraint money_withdrawals_hold_key unique references holds (id) on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  pix_key_type text collate "C" not null check (pix_key_type in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM')),
  -- In its one spelling. Personal: it is in no log and in no entry of the trail.
  pix_key text not null check (length(pix_key) between 1 and 77),
  status text collate "C" not null default 'AWAITING_CONFIRMATION' check (status in
    ('AWAITING_CONFIRMATION', 'PENDING', 'APPROVED', 'COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED')),
  created_at timestamptz not null,
  -- Until when it must be confirmed.
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  approved_at timestamptz,
  approved_by bigint references users (id) on delete restrict,
  -- The payment through the provider; null where it is paid by hand, and before it is approved.
  order_id bigint constraint money_withdrawals_order_key unique references orders (id) on delete restrict,
  -- Under which the banks know the payment.
  end_to_end_id text collate "C" constraint money_withdrawals_end_to_end_key unique check (length(end_to_end_id) between 1 and 64),
  -- Why it was not paid, as its owner is told.
  failure_reason text check (length(failure_reason) between 1 and 500),
  ended_at timestamptz,
  -- Who ended it; null where nobody did: the provider, or time.
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
  constraint money_withdrawals_ended_by check (ended_by is null or ended_at is not null)
);
create index money_withdrawals_user on money_withdrawals (user_id, id desc);
create index money_withdrawals_status on money_withdrawals (status, id desc);
-- What a user has asked for on a day.
create index money_withdrawals_user_day on money_withdrawals (user_id, created_at) where status not in ('REJECTED', 'EXPIRED', 'CANCELLED');
create index money_withdrawals_due on money_withdrawals (expires_at) where status = 'AWAITING_CONFIRMATION';
create trigger money_withdrawals_end_once before update on money_withdrawals
  for each row when (old.ended_at is not null) execute function refuse_change();
create trigger money_withdrawals_as_asked before update on money_withdrawals for each row
  when ((new.user_id, new.hold_id, new.amount_cents, new.pix_key_type, new.pix_key, new.created_at)
    is distinct from (old.user_id, old.hold_id, old.amount_cents, old.pix_key_type, old.pix_key, old.created_at))
  execute function refuse_change();
create trigger money_withdrawals_never_deleted before delete on money_withdrawals
  for each row execute function refuse_change();
create trigger money_withdrawals_no_truncate before truncate on money_withdrawals
  for each statement execute function refuse_change();
