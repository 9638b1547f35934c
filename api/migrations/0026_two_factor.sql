-- The second factor of a user: a secret that an authenticator app shares. The row stays when the factor is switched off,
-- without the secret, so that tries which were right are still known as such.
create table second_factors (
  user_id bigint primary key references users (id) on delete restrict,
  -- 20 bytes under the seal. Set up and not yet on where enabled_at is null.
  sealed_secret bytea check (octet_length(sealed_secret) = 48),
  key_id text check (key_id ~ '^[0-9a-f]{16}$'),
  enabled_at timestamptz,
  -- The newest step of 30 seconds whose code was accepted: no code of it or of one before is accepted any more.
  last_step integer check (last_step >= 0),
  -- When those of the latest tries were made that were right.
  accepted_tries timestamptz[] not null default '{}',
  constraint second_factors_key_of_seal check ((sealed_secret is null) = (key_id is null)),
  constraint second_factors_on_is_whole check (enabled_at is null or num_nulls(sealed_secret, last_step) = 0)
);
-- To find what is under a former key.
create index second_factors_key_id on second_factors (key_id) where key_id is not null;

-- When codes were tried in the last 15 minutes, right or wrong. Apart from the factor: a try is counted before the code is
-- looked at, and stays whatever becomes of the transaction that looks. No foreign key: its check would wait for a user's row
-- that this very transaction may hold.
create table second_factor_tries (
  user_id bigint primary key,
  tried_at timestamptz[] not null,
  -- When the trail was last told that there were too many.
  reported_at timestamptz
);

-- Ways in without the app. A code has 80 random bits, so that a plain hash of it cannot be turned back.
create table recovery_codes (
  user_id bigint not null references second_factors (user_id) on delete restrict,
  hash bytea not null check (octet_length(hash) = 32),
  used_at timestamptz,
  primary key (user_id, hash)
);
