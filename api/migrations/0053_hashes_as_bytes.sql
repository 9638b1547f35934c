-- The hashes of a run as their bytes, 32 each, one after another. As an array of texts they were twice as long, and to see that
-- each was 64 hex characters took as long as to write the row: bytes are nothing else.
lock table commitment_runs in access exclusive mode;
drop view commitments;
drop function committed_hashes(text, bigint, bigint);
alter table commitment_runs
  drop constraint commitment_runs_apart,
  drop constraint commitment_runs_pkey,
  drop constraint commitment_runs_hashes,
  drop constraint commitment_runs_sealed_seeds,
  drop constraint commitment_runs_seed_in_clear,
  drop column last_nonce;
alter table commitment_runs
  alter column server_seed_hashes type bytea using decode(array_to_string(server_seed_hashes, ''), 'hex'),
  alter column server_seed_hashes set storage external,
  -- How many there are is told by the hashes, and by nothing that could differ from them.
  add column last_nonce bigint not null generated always as (first_nonce + octet_length(server_seed_hashes) / 32 - 1) stored,
  -- At most a hundred, so that who looks for the runs of some nonces knows how far to look.
  add constraint commitment_runs_hashes check (octet_length(server_seed_hashes) between 32 and 3200
    and octet_length(server_seed_hashes) % 32 = 0),
  add constraint commitment_runs_sealed_seeds check (octet_length(sealed_seeds) = 28 + octet_length(server_seed_hashes)),
  add constraint commitment_runs_seed_in_clear check (server_seed is null or first_nonce = last_nonce),
  add constraint commitment_runs_pkey primary key (stream, last_nonce),
  add constraint commitment_runs_apart
    exclude using gist (stream with =, int8range(first_nonce, last_nonce, '[]') with &&);

-- Nonce by nonce, for who reads all of a kind.
create view commitments as
select stream, first_nonce + place as nonce,
  encode(substring(server_seed_hashes from place * 32 + 1 for 32), 'hex') as server_seed_hash, committed_at
from commitment_runs cross join lateral generate_series(0, (last_nonce - first_nonce)::int) as place;

-- The hashes of nonces that follow each other, 64 hex characters each; fewer where not all are committed to, and null where
-- none is.
create function committed_hashes(of_stream text, from_nonce bigint, nonces bigint) returns text
language plpgsql stable parallel safe as $$
begin
  return (
    select string_agg(
      encode(substring(server_seed_hashes from (greatest(from_nonce - first_nonce, 0) * 32 + 1)::int
        for ((least(last_nonce + 1, from_nonce + nonces) - greatest(first_nonce, from_nonce)) * 32)::int), 'hex'),
      '' order by last_nonce)
    from commitment_runs
    where stream = of_stream and last_nonce >= from_nonce and last_nonce < from_nonce + nonces + 99
      and first_nonce < from_nonce + nonces);
end $$;

-- The statistics of the columns that were changed are gone.
analyze commitment_runs;
