-- Plays that were refused after their client seed had arrived, a row for each nonce that the play would have taken. The
-- platform is bound to the hash of that nonce, so that anybody can compute later what the play would have given.
create table refused_plays (
  id bigint generated always as identity primary key,
  -- Who played: to bound the rows of one user, and for the download of their data. The public log does not have it.
  user_id bigint not null references users (id) on delete restrict,
  stream text not null,
  nonce bigint not null check (nonce > 0),
  server_seed_hash text not null check (server_seed_hash ~ '^[0-9a-f]{64}$'),
  client_seed text not null check (char_length(client_seed) between 1 and 128),
  code text not null check (code ~ '^[A-Z][A-Z0-9_]*$'),
  game text not null,
  -- A JSON array without spaces: what says which roll would have given what. It is a part of the leaf.
  terms text not null check (jsonb_typeof(terms::jsonb) = 'array'),
  created_at timestamptz (3) not null
);
-- The same refusal again is no other one; another client seed is.
create unique index refused_plays_once on refused_plays (server_seed_hash, client_seed, code, game, terms);
create index refused_plays_of_user on refused_plays (user_id, created_at);
create trigger refused_plays_append_only before update or delete on refused_plays
  for each row execute function refuse_change();
create trigger refused_plays_no_truncate before truncate on refused_plays
  for each statement execute function refuse_change();

-- By which the roll with a nonce of a user is found among those of battles, whose seats take several nonces at once.
create index battle_seats_nonces on battle_seats (user_id, first_nonce) where user_id is not null;
