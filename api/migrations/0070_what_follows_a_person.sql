-- What follows a person from an account that they have closed to the next one: under a keyed hash of their Steam id, which
-- tells nobody who it is and yet is found again when they come back. It replaces kept_exclusions; a process of the version
-- before would keep and bring exclusions alone, so that it is stopped first.
create table kept_facts (
  person_hash bytea not null check (octet_length(person_hash) = 32),
  -- Which key the hash was made with: nobody can make it anew with another.
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  name text collate "C" not null,
  value jsonb not null,
  -- From when on it matters to nobody; null: never.
  until timestamptz,
  primary key (person_hash, name)
);
create index kept_facts_until on kept_facts (until);

-- What was brought to an account and is looked at there.
create table brought_facts (
  user_id bigint not null references users (id) on delete restrict,
  name text collate "C" not null,
  value jsonb not null,
  until timestamptz,
  primary key (user_id, name)
);
create index brought_facts_until on brought_facts (until);

insert into kept_facts (person_hash, key_id, name, value, until)
select distinct on (person_hash) person_hash, key_id, 'exclusion',
  jsonb_build_object('kind', kind, 'endsAt', to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ends_at
from kept_exclusions order by person_hash, ends_at desc, kind;
drop table kept_exclusions;
