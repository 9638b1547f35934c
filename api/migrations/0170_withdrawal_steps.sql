-- When a withdrawal of an item was bought, and when its seller was first seen to have sent it. Null where that has not
-- happened, was never seen, or happened before this was kept.
alter table market_withdrawals
  add column bought_at timestamptz,
  add column trade_sent_at timestamptz;
