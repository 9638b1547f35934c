-- What is committed to together is stored together: a seat of a battle commits to up to fifty nonces at once, and fifty rows
-- were most of what it cost. A row is now a run of consecutive nonces of a stream: their hashes, and their seeds under one
-- seal. What was there is a run of one. Stop processes of the version before: they write to a table that is a view from now on.
lock table commitments in access exclusive mode;
alter table commitments rename to commitment_runs;
alter table commitment_runs rename column nonce to first_nonce;
alter table commitment_runs rename column server_seed_hash to server_seed_hashes;
alter table commitment_runs rename column sealed_seed to sealed_seeds;
alter table commitment_runs
  drop constraint commitments_pkey,
  drop constraint commitments_server_seed_hash,
  drop constraint commitments_sealed_seed_check,
  alter column server_seed_hashes type text[] using array[server_seed_hashes];
alter table commitment_runs
  -- How many there are is told by the hashes, and by nothing that could differ from them.
  add column last_nonce bigint not null generated always as (first_nonce + cardinality(server_seed_hashes) - 1) stored,
  -- At most a hundred, so that who looks for the runs of some nonces knows how far to look.
  add constraint commitment_runs_hashes check (cardinality(server_seed_hashes) between 1 and 100
    and array_ndims(server_seed_hashes) = 1 and array_lower(server_seed_hashes, 1) = 1
    and length(array_to_string(server_seed_hashes, '')) = 64 * cardinality(server_seed_hashes)
    and array_to_string(server_seed_hashes, '') !~ '[^0-9a-f]'),
  add constraint commitment_runs_sealed_seeds check (octet_length(sealed_seeds) = 28 + 32 * cardinality(server_seed_hashes)),
  add constraint commitment_runs_seed_in_clear check (server_seed is null or first_nonce = last_nonce),
  -- Neither gets shorter by compression. A run of fifty is stored in its row.
  alter column server_seed_hashes set storage external,
  alter column sealed_seeds set storage external,
  set (toast_tuple_target = 8160);

-- Two runs may have some nonces in common and not be equal, so an equal key is not enough to look for.
create extension if not exists btree_gist;
alter table commitment_runs
  -- By their ends, from which on the runs that reach a nonce are found.
  add constraint commitment_runs_pkey primary key (stream, last_nonce),
  add constraint commitment_runs_apart
    exclude using gist (stream with =, int8range(first_nonce, last_nonce, '[]') with &&);

create or replace function seal_alone_may_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.server_seed is null and new.key_id is distinct from old.key_id
    and (new.stream, new.first_nonce, new.server_seed_hashes, new.committed_at)
      = (old.stream, old.first_nonce, old.server_seed_hashes, old.committed_at) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- Nonce by nonce, for who reads all of a kind.
create view commitments as
select stream, first_nonce + place - 1 as nonce, server_seed_hash, committed_at
from commitment_runs cross join lateral unnest(server_seed_hashes) with ordinality as hashed (server_seed_hash, place);

-- The hashes of nonces that follow each other; fewer where not all are committed to, and null where none is.
create function committed_hashes(of_stream text, from_nonce bigint, nonces bigint) returns text[]
language plpgsql stable parallel safe as $$
declare
  hashes text[];
  part text[];
begin
  for part in
    select server_seed_hashes[greatest(from_nonce - first_nonce, 0) + 1 : from_nonce + nonces - first_nonce]
    from commitment_runs
    where stream = of_stream and last_nonce >= from_nonce and last_nonce < from_nonce + nonces + 99
      and first_nonce < from_nonce + nonces
    order by last_nonce
  loop
    hashes := hashes || part;
  end loop;
  return hashes;
end $$;

-- The statistics of the columns that were changed are gone.
analyze commitment_runs;
