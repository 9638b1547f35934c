-- Who chose the client seed of a roll: the player with the request (REQUEST) or on the account (ACCOUNT), or the server at
-- the time of the play (SERVER), which proves less. Of rolls from before it is not known and nothing tells it: 64 hex
-- characters may be a player's own, and any other text may be of the request or of the account. They keep null, which is
-- shown as it is, and no later roll may have it: a check that is not validated holds for new rows alone.
alter table case_openings add column client_seed_source text;
alter table case_openings add constraint case_openings_client_seed_source
  check (client_seed_source is not null and client_seed_source in ('REQUEST', 'ACCOUNT', 'SERVER')) not valid;
alter table upgrades add column client_seed_source text;
alter table upgrades add constraint upgrades_client_seed_source
  check (client_seed_source is not null and client_seed_source in ('REQUEST', 'ACCOUNT', 'SERVER')) not valid;
alter table event_shots add column client_seed_source text;
alter table event_shots add constraint event_shots_client_seed_source
  check (client_seed_source is not null and client_seed_source in ('REQUEST', 'ACCOUNT', 'SERVER')) not valid;
