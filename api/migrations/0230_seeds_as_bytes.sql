-- The seeds of openings as their bytes: two of 64 hex characters were almost half of each row of the largest table there is.
-- A client seed that the server drew is 32 bytes, in a column of its own; one that a player chose, or of which it is not known
-- who chose it, is any text and stays that. A seed that was not committed to ahead was committed to when it was used: that
-- time is not stored twice.
-- Stop processes of the version before: they read and write texts.
lock table case_openings in access exclusive mode;
do $$
declare odd bigint;
begin
  select id into odd from case_openings
  where server_seed !~ '^[0-9a-f]{64}$' or (client_seed_source = 'SERVER' and client_seed !~ '^[0-9a-f]{64}$') limit 1;
  if odd is not null then
    raise exception 'A seed of opening % is not one that we have written: see what npm run verify of the version before says', odd;
  end if;
end $$;
drop function hash_of_seed(text);
alter table case_openings add column drawn_client_seed bytea;
alter table case_openings
  alter column server_seed type bytea using decode(server_seed, 'hex'),
  alter column drawn_client_seed type bytea using case client_seed_source when 'SERVER' then decode(client_seed, 'hex') end,
  alter column client_seed type text using case when client_seed_source is distinct from 'SERVER' then client_seed end,
  alter column client_seed drop not null,
  alter column committed_at drop not null,
  -- Each of the checks below would be made ready anew for every statement that writes, which costs more than to make it.
  drop constraint case_openings_flip_server_seed_check,
  drop constraint case_openings_flip_client_seed_check,
  drop constraint case_openings_flip_nonce_check,
  drop constraint case_openings_flip_roll_check,
  add constraint case_openings_no_second_roll
    check (num_nonnulls(flip_server_seed, flip_client_seed, flip_nonce, flip_roll) = 0),
  add constraint case_openings_client_seed check ((client_seed is null) <> (drawn_client_seed is null));

-- Of the seed as players know it, which is 64 hex characters.
create function hash_of_seed(server_seed bytea) returns text
language sql immutable strict parallel safe
return encode(hmac('', encode(server_seed, 'hex'), 'sha256'), 'hex');

-- The statistics of the columns that were changed are gone.
analyze case_openings;
