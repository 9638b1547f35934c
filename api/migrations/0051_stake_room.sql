-- What a user who has limits may stake before anybody looks at them again. It is made of the limits and of what is counted
-- when somebody looks, and falls with every stake, on the row that every stake changes anyway. A process of the version
-- before would stake without lowering it, so that it is stopped first.
alter table accounts
  add column stake_room_cents bigint not null default 0,
  add constraint accounts_stake_room_check check (stake_room_cents >= 0);
