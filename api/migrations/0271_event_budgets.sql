-- What an event may give at most, and what it has given: items at the value of that moment, and balance. An event without a
-- row was published before budgets were asked for, and keeps what it promised.
create table event_budgets (
  event_id bigint primary key references events (id) on delete restrict,
  budget_cents bigint not null check (budget_cents >= 0),
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  constraint event_budgets_not_exceeded check (spent_cents <= budget_cents)
) with (fillfactor = 50);

-- What the item of a claim was worth when it was given; null for other rewards, and before budgets.
alter table event_claims add column item_value_cents bigint check (item_value_cents >= 0);

-- Who has published something or set its price, and so may not gain from it.
create table publishers (
  entity_type text not null,
  entity_id text not null,
  user_id bigint not null references users (id) on delete restrict,
  primary key (entity_type, entity_id, user_id)
);
create index publishers_user on publishers (user_id);
insert into publishers (entity_type, entity_id, user_id)
select 'event', id::text, created_by from events where created_by is not null
union
select 'event', entity_id, actor_id from audit_entries
where entity_type = 'event' and action = 'EVENT_PUBLISHED' and actor_id is not null
union
select 'raffle', id::text, created_by from raffles where created_by is not null;
