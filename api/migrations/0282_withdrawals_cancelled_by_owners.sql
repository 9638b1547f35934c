-- The owner of an item may cancel a withdrawal that waits for review. Nobody has decided on it then, and nothing was ordered.
alter table market_withdrawals
  add column cancelled_at timestamptz,
  add constraint market_withdrawals_cancelled check (cancelled_at is null
    or (status = 'CANCELLED' and order_id is null and num_nonnulls(decided_by, decided_at) = 0)) not valid;
alter table market_withdrawals validate constraint market_withdrawals_cancelled;
