create table users (
  id bigint generated always as identity primary key,
  -- The 64-bit account id at the identity provider.
  platform_id text not null constraint users_platform_id_key unique check (platform_id ~ '^7656119[0-9]{10}$'),
  username text not null check (length(username) between 1 and 64),
  avatar_url text,
  role text not null default 'USER' check (role in ('USER', 'ADMIN')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'BANNED')),
  trade_url text,
  client_seed text check (length(client_seed) between 1 and 128),
  created_at timestamptz not null default now(),
  last_active_at timestamptz not null default now()
);

create table sessions (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  user_id bigint not null references users (id) on delete cascade,
  platform_id text not null,
  ip text not null,
  user_agent text not null,
  device_id text,
  created_at timestamptz not null default now(),
  last_activity timestamptz not null default now(),
  -- Seven days after the creation, whatever happens in between.
  expires_at timestamptz not null default now() + interval '604800 seconds'
);
create index sessions_user on sessions (user_id, last_activity desc);
create index sessions_expires_at on sessions (expires_at);

-- Addresses outside its region that a session was seen from: each is recorded once.
create table session_addresses (
  session_id text not null references sessions (id) on delete cascade,
  ip text not null,
  seen_at timestamptz not null default now(),
  primary key (session_id, ip)
);

-- Assertions of the identity provider that were used for a login; none is accepted twice.
create table login_nonces (
  nonce text constraint login_nonces_pkey primary key,
  used_at timestamptz not null default now()
);
create index login_nonces_used_at on login_nonces (used_at);

-- The purse and the roll counter of a user, on one narrow row because every game changes both.
create table accounts (
  user_id bigint primary key references users (id) on delete restrict,
  balance_cents bigint not null default 0 constraint accounts_balance_cents_check check (balance_cents >= 0),
  nonce bigint not null default 0 check (nonce >= 0)
) with (fillfactor = 70);

-- A user without an account cannot exist.
create function open_account() returns trigger language plpgsql as $$
begin
  insert into accounts (user_id) values (new.id);
  return null;
end $$;
create trigger users_open_account after insert on users for each row execute function open_account();
