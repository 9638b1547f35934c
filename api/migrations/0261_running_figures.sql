-- Figures of the days that are not over were added up from the rows of these days whenever somebody asked. From now on a job
-- adds the rows of each minute to them, and a question reads only the rows that came since.
create table figures_until (
  only_row boolean primary key default true check (only_row),
  -- Rows from before this moment are in the tables below, or in those of the days that are over.
  ends_at timestamptz not null default '-infinity'
);
insert into figures_until default values;

create table running_transfer_days (like transfer_days including all);
create table running_case_days (like case_days including all);
create table running_drop_days (like drop_days including all);
create table running_game_days (like game_days including all);
create table running_battle_days (like battle_days including all);
create table running_upgrade_band_days (like upgrade_band_days including all);
create table running_user_days (like user_days including all);

-- The newest openings of each case. An index of all openings by case would be a cost of each opening.
create table recent_case_drops (
  case_id bigint not null,
  opening_id bigint not null,
  primary key (case_id, opening_id)
);
