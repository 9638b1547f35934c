create table users (
  id bigint generated always as identity primary key,
  -- This is the 64-bit account id at the identity provider.
  platform_id text not null constraint users_platform_id_key unique,
  username text not null check (length(username) between 1 and 64),
  avatar_url text,
  role text not null default 'USER' check (role in ('USER', 'ADMIN')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'BANNED', 'CLOSED')),
  trade_url text,
  client_seed text check (length(client_seed) between 1 and 128),
  created_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  closed_at timestamptz,
  -- An administrator has set this on a closed account: its person is not let in again.
  barred_as text collate "C" check (barred_as in ('SUSPENDED', 'BANNED')),
  -- The marketplace says whether items that are sent to the trade URL reach the user. It is asked after the URL was set,
  -- and again for a while where it did not answer. Its word keeps nobody from anything.
  trade_url_check text not null default 'UNCONFIRMED' check (trade_url_check in ('UNCONFIRMED', 'CONFIRMED', 'NOT_YOURS')),
  trade_url_checked_at timestamptz,
  trade_url_tries smallint not null default 0,
  constraint users_platform_id_check check (
    case status when 'CLOSED' then platform_id = 'closed:' || id::text else platform_id ~ '^7656119[0-9]{10}$' end),
  constraint users_closed_check check ((status = 'CLOSED') = (closed_at is not null)),
  -- The bare id of a closed account stays, because the books and the rolls stay under it.
  constraint users_closed_is_bare check (
    status <> 'CLOSED' or (num_nonnulls(avatar_url, trade_url, client_seed) = 0 and role = 'USER')),
  constraint users_barred_after_closing check (barred_as is null or status = 'CLOSED')
);
-- None of these indexes is written when a user plays. The first one makes the totals of lists exact and cheap.
create index users_status_role on users (status, role);
create index users_username on users using gin (username gin_trgm_ops);
-- This index finds people by the beginning of their names, as a range in the order of bytes, whatever the locale is.
create index users_by_name on users (lower(username) collate "C") where status = 'ACTIVE';
create index users_created_at on users (created_at);
-- This index finds the trade URLs that are still to be asked about. It is empty while the marketplace answers.
create index users_trade_urls_to_check on users (trade_url_tries, id)
  where trade_url is not null and trade_url_check = 'UNCONFIRMED' and trade_url_tries < 24;
create trigger users_closed_stays before update of status on users
  for each row when (old.status = 'CLOSED' and new.status <> 'CLOSED') execute function refuse_change();

-- A new trade URL is a new question, whoever writes it.
create function forget_trade_url_check() returns trigger language plpgsql as $$
begin
  new.trade_url_check := 'UNCONFIRMED';
  new.trade_url_checked_at := null;
  new.trade_url_tries := 0;
  return new;
end $$;
create trigger users_trade_url_changed before update of trade_url on users for each row
  when (old.trade_url is distinct from new.trade_url) execute function forget_trade_url_check();

-- A session is stored under the SHA-256 of its id, so that a reader of the database or of a backup can act for nobody.
create table sessions (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  user_id bigint not null references users (id) on delete cascade,
  platform_id text not null,
  ip text not null,
  user_agent text not null,
  device_id text,
  created_at timestamptz not null default now(),
  last_activity timestamptz not null default now(),
  -- A session ends seven days after its creation, whatever happens in between.
  expires_at timestamptz not null default now() + interval '604800 seconds'
);
create index sessions_user on sessions (user_id, last_activity desc);
create index sessions_expires_at on sessions (expires_at);
-- These two find the other users of an address or of a device.
create index sessions_ip on sessions (ip);
create index sessions_device on sessions (device_id) where device_id is not null;

-- A session was seen from these addresses outside its region. Each is recorded once.
create table session_addresses (
  session_id text not null references sessions (id) on delete cascade,
  ip text not null,
  seen_at timestamptz not null default now(),
  primary key (session_id, ip)
);
create index session_addresses_ip on session_addresses (ip);

-- An assertion of the identity provider that was used for a login is not accepted again.
create table login_nonces (
  nonce text constraint login_nonces_pkey primary key,
  used_at timestamptz not null default now()
);
create index login_nonces_used_at on login_nonces (used_at);

-- The second factor is a secret that an authenticator app shares. The row stays without the secret when the factor is
-- switched off, so that earlier tries which were right are still known as right.
create table second_factors (
  user_id bigint primary key references users (id) on delete restrict,
  -- The seal holds 20 bytes. Where enabled_at is null, the factor is set up and not yet on.
  sealed_secret bytea check (octet_length(sealed_secret) = 48),
  key_id text check (key_id ~ '^[0-9a-f]{16}$'),
  enabled_at timestamptz,
  -- This is the newest step of 30 seconds whose code was accepted. No code of it or of an earlier step is accepted again.
  last_step integer check (last_step >= 0),
  -- These are the times of the latest tries that were right.
  accepted_tries timestamptz[] not null default '{}',
  constraint second_factors_key_of_seal check ((sealed_secret is null) = (key_id is null)),
  constraint second_factors_on_is_whole check (enabled_at is null or num_nulls(sealed_secret, last_step) = 0)
);
-- This index finds the secrets under a former key.
create index second_factors_key_id on second_factors (key_id) where key_id is not null;

-- These are the times of the tries of the last 15 minutes, right or wrong. They are kept apart from the factor: a try is
-- counted before the code is looked at, and stays whatever becomes of the transaction that looks. There is no foreign key,
-- because its check would wait for a user's row that this very transaction may hold.
create table second_factor_tries (
  user_id bigint primary key,
  tried_at timestamptz[] not null,
  -- The trail was last told then that there were too many tries.
  reported_at timestamptz
);

-- A recovery code lets its user in without the app. It has 80 random bits, so that a plain hash of it cannot be reversed.
create table recovery_codes (
  user_id bigint not null references second_factors (user_id) on delete restrict,
  hash bytea not null check (octet_length(hash) = 32),
  used_at timestamptz,
  primary key (user_id, hash)
);

-- The second factor was last given on a session at this time.
create table session_second_factors (
  session_id text primary key references sessions (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  verified_at timestamptz not null
);

-- Withdrawals of a user wait for a while after the second factor or a Pix key is new, was changed or was reset.
create table withdrawal_waits (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  cause text not null check (cause in ('SECOND_FACTOR', 'PIX_KEY')),
  begun_at timestamptz not null
);
create index withdrawal_waits_user on withdrawal_waits (user_id, begun_at);

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  type text not null check (
    type in (
      'DEPOSIT_CONFIRMED', 'WITHDRAWAL_COMPLETED', 'WITHDRAWAL_FAILED', 'CASE_OPENING', 'UPGRADE_SUCCESS',
      'UPGRADE_FAIL', 'SYSTEM', 'PROMOTION'
    )
  ),
  title text not null,
  message text not null,
  metadata jsonb,
  status text not null default 'UNREAD' check (status in ('UNREAD', 'READ', 'ARCHIVED')),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- A notification may be archived read or unread.
  constraint notifications_read_at_fits_status check (
    case status when 'UNREAD' then read_at is null when 'READ' then read_at is not null else true end
  )
);
create index notifications_list on notifications (user_id, created_at desc, id desc);
-- It has the order of the list, so that it serves the list of unread notifications as well as their count.
create index notifications_unread on notifications (user_id, created_at desc, id desc) where status = 'UNREAD';

-- Administrators send a broadcast to all users, or to those who were active lately. It goes out in batches.
create table broadcasts (
  id bigint generated always as identity primary key,
  type text collate "C" not null check (type in ('SYSTEM', 'PROMOTION')),
  title text not null check (length(title) between 1 and 100),
  message text not null check (length(message) between 1 and 1000),
  title_en text not null check (length(title_en) between 1 and 100),
  message_en text not null check (length(message_en) between 1 and 1000),
  -- Only users who were active within so many days before it was made get it; null means all users.
  active_within_days integer check (active_within_days between 1 and 366),
  reason text not null check (length(reason) between 1 and 500),
  created_by bigint not null references users (id) on delete restrict,
  created_at timestamptz not null,
  -- Users who came later do not get it, because it is old by then.
  last_user_id bigint not null,
  -- So many users were meant when it was made. Some may have closed their accounts since.
  recipients integer not null check (recipients >= 0),
  -- It goes out in the order of ids, so that nobody gets it twice.
  sent_to_user_id bigint not null default 0 check (sent_to_user_id between 0 and last_user_id),
  sent integer not null default 0 check (sent between 0 and recipients),
  finished_at timestamptz
);
create trigger broadcasts_end_once before update on broadcasts
  for each row when (old.finished_at is not null) execute function refuse_change();
create trigger broadcasts_never_deleted before delete on broadcasts for each row execute function refuse_change();
create trigger broadcasts_no_truncate before truncate on broadcasts for each statement execute function refuse_change();

-- Some facts follow a person from an account that they have closed to their next one. They are kept under a keyed hash of
-- the Steam id, which tells nobody who the person is and is found again when they come back.
create table kept_facts (
  person_hash bytea not null check (octet_length(person_hash) = 32),
  -- This names the key of the hash. The hash cannot be made anew with another key.
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  name text collate "C" not null,
  value jsonb not null,
  -- The fact matters to nobody after this time; null means that it always matters.
  until timestamptz,
  primary key (person_hash, name)
);
create index kept_facts_until on kept_facts (until);

-- These facts were brought to an account and are looked at there.
create table brought_facts (
  user_id bigint not null references users (id) on delete restrict,
  name text collate "C" not null,
  value jsonb not null,
  until timestamptz,
  primary key (user_id, name)
);
create index brought_facts_until on brought_facts (until);
