-- Purchases for site swaps that never arrived: few among many, and listed for administrators. Processes of the version before
-- may run on beside it.
create index site_swap_trades_undelivered on site_swap_trades (site_swap_id)
where outcome in ('CAME_TO_NOTHING', 'NEVER_ENDED');
