-- Figures of closed days of São Paulo, added up once and never again; the day that is not closed is computed when asked.
create table rolled_days (
  day date primary key,
  rolled_at timestamptz not null default now()
);

-- Of each case: what the return to players is computed from.
create table case_days (
  day date not null,
  case_id bigint not null,
  openings bigint not null check (openings > 0),
  wagered_cents bigint not null,
  won_cents bigint not null,
  primary key (case_id, day)
);
create index case_days_day on case_days (day, case_id);

create table upgrade_days (
  day date primary key,
  upgrades bigint not null check (upgrades > 0),
  upgrades_won bigint not null,
  wagered_cents bigint not null,
  -- The part of it that was paid from balances.
  balance_cents bigint not null,
  won_cents bigint not null
);

-- Of each user who played: gross gaming revenue by user, and the user's own figures.
create table user_days (
  day date not null,
  user_id bigint not null,
  openings bigint not null,
  upgrades bigint not null,
  upgrades_won bigint not null,
  wagered_cents bigint not null,
  won_cents bigint not null,
  best_win_cents bigint not null,
  primary key (user_id, day)
);
create index user_days_day on user_days (day, user_id);

-- Of the books: revenue, deposits and withdrawals by day.
create table transfer_days (
  day date not null,
  type text not null,
  transfers bigint not null check (transfers > 0),
  amount_cents numeric not null,
  -- The part of it that went into users' balances: an adjustment may go either way.
  credited_cents numeric not null,
  primary key (day, type)
);

-- A day's openings are found by when they were written, which is the order they lie in: a summary of each block finds
-- them at almost no cost to the opening. The index by case is no longer asked.
create index case_openings_created_at on case_openings using brin (created_at) with (autosummarize = on);
drop index case_openings_case_day;
