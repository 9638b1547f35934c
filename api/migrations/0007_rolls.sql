-- The server is bound to these hashes of seeds, whichever game rolls. A stream is a sequence of rolls with nonces of its own:
-- those of a user (`user:7`), a user's shots in an event (`event:3:user:7`), or the count of another game.
-- A row is a run of consecutive nonces, with their hashes and with their seeds under one seal: a seat of a battle commits to
-- up to fifty nonces at once, and fifty rows were most of what it cost. Only the server has the key of the seal, so that a
-- reader of the database cannot tell what will be rolled.
create table commitment_runs (
  stream text not null constraint commitments_stream_check check (stream ~ '^[a-z]+:[0-9]+(:[a-z]+(:[0-9]+)?)*$'),
  first_nonce bigint not null constraint commitments_nonce_check1 check (first_nonce > 0),
  -- A seed stands here in clear where it is not sealed. The check asks two questions that count nothing: for a pattern of
  -- 64 places PostgreSQL builds 64 states with every row, which was half of what a commitment cost.
  server_seed text constraint commitments_server_seed check (length(server_seed) = 64 and server_seed !~ '[^0-9a-f]'),
  -- The hashes are 32 bytes each, one after another. Of texts an array was twice as long and slow to check. At most a hundred
  -- fit, so that a search for the runs of some nonces knows how far to look.
  server_seed_hashes bytea not null constraint commitment_runs_hashes check (
    octet_length(server_seed_hashes) between 32 and 3200 and octet_length(server_seed_hashes) % 32 = 0),
  -- The time is not that of the transaction's beginning, which may have waited for a lock: no play that follows is before it.
  committed_at timestamptz not null default statement_timestamp(),
  sealed_seeds bytea,
  key_id text constraint commitments_key_id check (length(key_id) = 16 and key_id !~ '[^0-9a-f]'),
  -- The hashes alone say how many there are, so that nothing can differ from them.
  last_nonce bigint not null generated always as (first_nonce + octet_length(server_seed_hashes) / 32 - 1) stored,
  -- The public log names a run by this number.
  id bigint generated always as identity constraint commitment_runs_id unique,
  constraint commitments_seed_once check (num_nonnulls(server_seed, sealed_seeds) = 1),
  constraint commitments_key_of_seal check ((sealed_seeds is null) = (key_id is null)),
  constraint commitment_runs_sealed_seeds check (octet_length(sealed_seeds) = 28 + octet_length(server_seed_hashes)),
  constraint commitment_runs_seed_in_clear check (server_seed is null or first_nonce = last_nonce),
  -- The runs that reach a nonce are found by their ends.
  constraint commitment_runs_pkey primary key (stream, last_nonce),
  -- Two runs may share some nonces without being equal, so that an equal key is not enough to look for.
  constraint commitment_runs_apart
    exclude using gist (stream with =, int8range(first_nonce, last_nonce, '[]') with &&)
) with (toast_tuple_target = 8160);
-- Neither gets shorter by compression, and a run of fifty is stored in its row.
alter table commitment_runs
  alter column server_seed_hashes set storage external,
  alter column sealed_seeds set storage external;
-- This index finds seeds in clear or under a former key. Nearly all rows have the same key, which takes little room.
create index commitments_key_id on commitment_runs (key_id);

-- A commitment that was shown holds for ever. The seal of its seeds changes with the key, and in no other way.
create function seal_alone_may_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.server_seed is null and new.key_id is distinct from old.key_id
    and (new.stream, new.first_nonce, new.server_seed_hashes, new.committed_at)
      = (old.stream, old.first_nonce, old.server_seed_hashes, old.committed_at) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger commitments_append_only before update or delete on commitment_runs
  for each row execute function seal_alone_may_change();
create trigger commitments_no_truncate before truncate on commitment_runs
  for each statement execute function refuse_change();

-- This view has a row for each nonce, for readers of whole streams.
create view commitments as
select stream, first_nonce + place as nonce,
  encode(substring(server_seed_hashes from place * 32 + 1 for 32), 'hex') as server_seed_hash, committed_at
from commitment_runs cross join lateral generate_series(0, (last_nonce - first_nonce)::int) as place;

-- It gives the hashes of nonces that follow each other, 64 hex characters each; fewer where not all are committed to, and
-- null where none is.
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

-- It hashes a seed as players know it, which is 64 hex characters.
create function hash_of_seed(server_seed bytea) returns text
language sql immutable strict parallel safe
return encode(hmac('', encode(server_seed, 'hex'), 'sha256'), 'hex');

-- These nonces were taken and never rolled, such as those of a game that was called off. No other nonce may be missing.
create table skipped_nonces (
  stream text not null,
  first_nonce bigint not null check (first_nonce > 0),
  last_nonce bigint not null check (last_nonce >= first_nonce),
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  -- The public log says which nonces were skipped, and names a row by this id.
  id bigint generated always as identity constraint skipped_nonces_id unique,
  primary key (stream, first_nonce)
);
create trigger skipped_nonces_append_only before update or delete on skipped_nonces
  for each row execute function refuse_change();
create trigger skipped_nonces_no_truncate before truncate on skipped_nonces
  for each statement execute function refuse_change();

-- These plays were refused after their client seed had arrived. A row stands for each nonce that the play would have taken.
-- The platform is bound to the hash of that nonce, so that anybody can compute later what the play would have given.
create table refused_plays (
  id bigint generated always as identity primary key,
  -- The player bounds the rows of one user and finds the download of their data. The public log does not have it.
  user_id bigint not null references users (id) on delete restrict,
  stream text not null,
  nonce bigint not null check (nonce > 0),
  server_seed_hash text not null check (server_seed_hash ~ '^[0-9a-f]{64}$'),
  client_seed text not null check (char_length(client_seed) between 1 and 128),
  code text not null check (code ~ '^[A-Z][A-Z0-9_]*$'),
  game text not null,
  -- A JSON array without spaces says which roll would have given what. It is a part of the leaf.
  terms text not null check (jsonb_typeof(terms::jsonb) = 'array'),
  created_at timestamptz (3) not null
);
-- The same refusal counts once; another client seed makes another refusal.
create unique index refused_plays_once on refused_plays (server_seed_hash, client_seed, code, game, terms);
create index refused_plays_of_user on refused_plays (user_id, created_at);
create trigger refused_plays_append_only before update or delete on refused_plays
  for each row execute function refuse_change();
create trigger refused_plays_no_truncate before truncate on refused_plays
  for each statement execute function refuse_change();
