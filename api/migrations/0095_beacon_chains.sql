-- The chain whose round has decided: its hash, public key, genesis and period, so that what a beacon decided can be checked
-- whatever chain the server asks later. Null before, and for what was decided before chains were kept.
alter table battles add column beacon_chain jsonb,
  add check (beacon_chain is null or beacon_randomness is not null);
alter table raffles add column beacon_chain jsonb,
  -- When the named round is published; null for rounds that were named before this was kept.
  add column beacon_at timestamptz,
  add check (beacon_chain is null or beacon_randomness is not null),
  add check (beacon_at is null or beacon_round is not null);
