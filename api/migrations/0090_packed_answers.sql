-- Answers that are kept for repeats are compressed. Those of before stay as they are, and go within a day.
alter table idempotency_keys
  alter column body drop not null,
  add column packed bytea,
  add constraint idempotency_keys_one_body check (num_nonnulls(body, packed) = 1);
-- What is compressed already is not tried again.
alter table idempotency_keys alter column packed set storage external;
