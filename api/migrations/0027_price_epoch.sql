-- Counts the changes of what items are worth. Who has computed something from their values compares one number to learn
-- whether it still holds, instead of reading all of them again. By a trigger, so that no writer of values can forget it.
create table price_epoch (
  is_only boolean primary key default true check (is_only),
  epoch bigint not null
);
insert into price_epoch (epoch) values (1);

create function count_price_change() returns trigger language plpgsql as $$
begin
  update price_epoch set epoch = epoch + 1;
  return null;
end $$;
create trigger items_prices_counted after update of value_cents_brl on items
  for each statement execute function count_price_change();
