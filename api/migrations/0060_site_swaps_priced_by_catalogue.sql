-- A target costs no less than its value in the catalogue, so that no swap raises what its user owns.
-- Stop processes of the version before: they write columns that are gone.
alter table site_swaps
  -- What the platform gave for the target when it was asked for.
  add column worth_cents bigint,
  -- By how much the purchase may go beyond that, at the margin of the house.
  add column over_cents bigint not null default 0 check (over_cents >= 0),
  -- Made when a target was charged at what the market asked, which may have been less than its value.
  add column priced_by_market boolean not null default false;

alter table site_swaps disable trigger site_swaps_settle_once;
-- Exact where the user was better off by the swap, and the most that it can have been otherwise.
update site_swaps set worth_cents = given_cents - credit_cents + gain_cents, priced_by_market = true;
alter table site_swaps enable trigger site_swaps_settle_once;

alter table site_swaps
  alter column worth_cents set not null,
  drop column gain_cents,
  drop constraint site_swaps_tolerance,
  add constraint site_swaps_worth check (worth_cents >= 0),
  add constraint site_swaps_no_gain check (target_cents between worth_cents and given_cents or priced_by_market);

-- What swaps of a day of São Paulo that were not refused may go beyond the values of the catalogue, for the whole house.
create table site_swap_days (
  day date primary key,
  over_cents bigint not null check (over_cents >= 0)
);
