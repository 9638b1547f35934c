-- What administrators have given away: one row for each decision that gives value to somebody, in the transaction of the
-- decision. The limit that asks for two administrators is compared with the sums of a day.
create table giveaways (
  id bigint generated always as identity primary key,
  -- A day of São Paulo.
  day date not null,
  -- The administrator whose call gave it, and the one who had proposed the same; null where one decided alone.
  administrator_id bigint not null references users (id) on delete restrict,
  second_administrator_id bigint references users (id) on delete restrict,
  -- Null where it is for everybody, such as the rewards of an event.
  beneficiary_id bigint references users (id) on delete restrict,
  entity_type text not null,
  entity_id text not null,
  action text not null,
  -- The most that it can cost the house.
  cents bigint not null check (cents >= 0),
  created_at timestamptz not null,
  constraint giveaways_by_two check (administrator_id <> second_administrator_id),
  constraint giveaways_not_own check (beneficiary_id <> administrator_id and beneficiary_id <> second_administrator_id)
);

-- The sums of a day. What two administrators gave together is in neither.
create index giveaways_by_administrator on giveaways (administrator_id, day) include (cents)
  where second_administrator_id is null;
create index giveaways_by_beneficiary on giveaways (beneficiary_id, day) include (cents)
  where second_administrator_id is null and beneficiary_id is not null;

create trigger giveaways_append_only before update or delete on giveaways
  for each row execute function refuse_change();
create trigger giveaways_no_truncate before truncate on giveaways
  for each statement execute function refuse_change();
