-- Charges that a user's own protection (a lower limit, a pause, an exclusion) has called off: since when, and when the provider
-- said that they can be paid no more. What is paid all the same is credited.
alter table deposits
  add column called_off_at timestamptz,
  add column removed_at timestamptz,
  add constraint deposits_removed check (removed_at is null or called_off_at is not null),
  add constraint deposits_called_off check (called_off_at is null or status <> 'PENDING');
create index deposits_to_remove on deposits (user_id) where called_off_at is not null and removed_at is null;
