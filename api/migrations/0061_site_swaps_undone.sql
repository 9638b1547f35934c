-- Site swaps whose purchase was never delivered and paid back to the house, and what became of the item that their user got.
create table site_swap_returns (
  site_swap_id bigint primary key references site_swaps (id) on delete restrict,
  -- TAKEN_BACK: the item is gone from the inventory, and what was paid for it is on the balance. LEFT: the user keeps it.
  resolution text collate "C" not null check (resolution in ('TAKEN_BACK', 'LEFT')),
  refund_cents bigint not null check (refund_cents >= 0),
  -- Null where it was taken back by itself.
  decided_by bigint references users (id) on delete restrict,
  reason text,
  created_at timestamptz not null,
  constraint site_swap_returns_refund check ((resolution = 'TAKEN_BACK') = (refund_cents > 0)),
  constraint site_swap_returns_decided check (
    (decided_by is null) = (reason is null) and (resolution = 'TAKEN_BACK' or decided_by is not null))
);
create trigger site_swap_returns_append_only before update or delete on site_swap_returns
  for each row execute function refuse_change();
create trigger site_swap_returns_no_truncate before truncate on site_swap_returns
  for each statement execute function refuse_change();
