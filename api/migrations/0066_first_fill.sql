-- The first start of a deployment for trials fills an empty database: one that was cut on the way is taken up by the next.
-- A database that was filled before has no row.
create table first_fill (
  only_row boolean primary key default true check (only_row),
  begun_at timestamptz not null,
  ended_at timestamptz
);
