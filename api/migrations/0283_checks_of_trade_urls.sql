-- What the marketplace says of a trade URL: whether items that are sent there reach the user. It is asked after the URL was
-- set, and again for a while where it did not answer. It never keeps anybody from anything.
alter table users
  add column trade_url_check text not null default 'UNCONFIRMED'
    check (trade_url_check in ('UNCONFIRMED', 'CONFIRMED', 'NOT_YOURS')),
  add column trade_url_checked_at timestamptz,
  add column trade_url_tries smallint not null default 0;

-- By which those are found that are still to be asked about. It is empty while the marketplace answers.
create index users_trade_urls_to_check on users (trade_url_tries, id)
  where trade_url is not null and trade_url_check = 'UNCONFIRMED' and trade_url_tries < 24;

-- Another URL is another question, whoever writes it.
create function forget_trade_url_check() returns trigger language plpgsql as $$
begin
  new.trade_url_check := 'UNCONFIRMED';
  new.trade_url_checked_at := null;
  new.trade_url_tries := 0;
  return new;
end $$;
create trigger users_trade_url_changed before update of trade_url on users for each row
  when (old.trade_url is distinct from new.trade_url) execute function forget_trade_url_check();
