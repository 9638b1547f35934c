-- How a case is shown: what it is about, the readable part of its address, and its place in the list.
alter table cases add column description text not null default '' check (length(description) <= 1000);
alter table cases add column display_order integer not null default 0 check (display_order >= 0);
alter table cases add column slug text constraint cases_slug_key unique
  check (length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$');

-- The name in the letters that an address has, and where another case has that already, with the next free number.
create function free_case_slug(case_name text) returns text language plpgsql as $$
declare
  base text := trim(both '-' from regexp_replace(
    lower(translate(case_name,
      'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñ',
      'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCcNn')),
    '[^a-z0-9]+', '-', 'g'));
  free text;
  number integer := 1;
begin
  if base = '' then base := 'caixa'; end if;
  free := base;
  while exists (select from cases where slug = free) loop
    number := number + 1;
    free := base || '-' || number;
  end loop;
  return free;
end $$;

-- Those that are there already. One after the other: each must see the slugs of those before.
do $$
declare
  made record;
begin
  for made in select id, name from cases order by id loop
    update cases set slug = free_case_slug(made.name) where id = made.id;
  end loop;
end $$;
alter table cases alter column slug set not null;

-- A case that comes without a slug gets that of its name, also from a process of the version before. One at a time: two at
-- once would find the same one free.
create function give_case_slug() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('cases: slugs'));
  new.slug := coalesce(new.slug, free_case_slug(new.name));
  return new;
end $$;
create trigger cases_slug before insert on cases for each row execute function give_case_slug();
