-- Somebody gained from what an administrator published or gave, and comes from the address or device of that administrator.
alter table suspicions drop constraint suspicions_reason_check, add constraint suspicions_reason_check
  check (reason in ('WINS_BEYOND_ODDS', 'SHARED_ADDRESS', 'DEPOSIT_WITHDRAW_WITHOUT_PLAY', 'GAINS_NEAR_ADMINISTRATOR'));
create index sessions_device on sessions (device_id) where device_id is not null;
create index giveaways_day on giveaways (day);
