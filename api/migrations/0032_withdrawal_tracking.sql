-- When the marketplace was last asked for a withdrawal. Who was asked for longest ago is asked for next, so that nobody
-- waits for ever behind others.
alter table market_withdrawals add column polled_at timestamptz;
create index market_withdrawals_to_poll on market_withdrawals (polled_at nulls first, id)
  where status in ('PENDING', 'WAITING_SELLER', 'TRADE_SENT') and market_id is not null;

-- Who polls at the moment, over all processes, and when the next poll may begin. What a process left behind ends by itself.
create table withdrawal_polls (
  name text collate "C" primary key,
  owner text collate "C" not null,
  until timestamptz not null
);
create index withdrawal_suspensions_since on withdrawal_suspensions (since desc, user_id desc);
