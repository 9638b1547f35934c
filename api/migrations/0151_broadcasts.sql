-- What administrators send to all users, or to those who were there lately, in batches.
create table broadcasts (
  id bigint generated always as identity primary key,
  type text collate "C" not null check (type in ('SYSTEM', 'PROMOTION')),
  title text not null check (length(title) between 1 and 100),
  message text not null check (length(message) between 1 and 1000),
  title_en text not null check (length(title_en) between 1 and 100),
  message_en text not null check (length(message_en) between 1 and 1000),
  -- Only to those who were there within so many days before it was made; null: to all.
  active_within_days integer check (active_within_days between 1 and 366),
  reason text not null check (length(reason) between 1 and 500),
  created_by bigint not null references users (id) on delete restrict,
  created_at timestamptz not null,
  -- Whoever came later is told nothing that is old by then.
  last_user_id bigint not null,
  -- How many were meant when it was made; some may have closed their accounts since.
  recipients integer not null check (recipients >= 0),
  -- How far it is: in the order of ids, so that nobody gets it twice.
  sent_to_user_id bigint not null default 0 check (sent_to_user_id between 0 and last_user_id),
  sent integer not null default 0 check (sent between 0 and recipients),
  finished_at timestamptz
);
create trigger broadcasts_end_once before update on broadcasts
  for each row when (old.finished_at is not null) execute function refuse_change();
create trigger broadcasts_never_deleted before delete on broadcasts for each row execute function refuse_change();
create trigger broadcasts_no_truncate before truncate on broadcasts for each statement execute function refuse_change();
