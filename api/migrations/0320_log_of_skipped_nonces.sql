-- The public log says which nonces were taken and never rolled, so that a player can tell them from nonces that were hidden.
-- A leaf is named by the id of its row.
alter table skipped_nonces add column id bigint generated always as identity;
alter table skipped_nonces add constraint skipped_nonces_id unique (id);
