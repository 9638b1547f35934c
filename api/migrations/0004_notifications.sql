create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  type text not null check (
    type in (
      'DEPOSIT_CONFIRMED', 'WITHDRAWAL_COMPLETED', 'WITHDRAWAL_FAILED', 'CASE_OPENING', 'UPGRADE_SUCCESS',
      'UPGRADE_FAIL', 'SYSTEM', 'PROMOTION'
    )
  ),
  title text not null,
  message text not null,
  metadata jsonb,
  status text not null default 'UNREAD' check (status in ('UNREAD', 'READ', 'ARCHIVED')),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- One may be archived read or unread.
  constraint notifications_read_at_fits_status check (
    case status when 'UNREAD' then read_at is null when 'READ' then read_at is not null else true end
  )
);
create index notifications_list on notifications (user_id, created_at desc, id desc);
-- In the order of the list, so that it serves the list of the unread ones as well as their count.
create index notifications_unread on notifications (user_id, created_at desc, id desc) where status = 'UNREAD';
