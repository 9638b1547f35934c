-- The seed of a roll to come is sealed: who reads the database, or a copy of it, cannot tell what will be rolled. Only the
-- server has the key, so what was committed to before stays in clear (server_seed) until the next start has sealed it, a
-- batch at a time. A row has one or the other, never both.
alter table commitments
  alter column server_seed drop not null,
  add column sealed_seed bytea check (octet_length(sealed_seed) = 60),
  add column key_id text check (key_id ~ '^[0-9a-f]{16}$'),
  add constraint commitments_seed_once check (num_nonnulls(server_seed, sealed_seed) = 1),
  add constraint commitments_key_of_seal check ((sealed_seed is null) = (key_id is null));
-- To find what is in clear or under a former key; nearly all rows have the same, which takes little room.
create index commitments_key_id on commitments (key_id);

-- What was shown of a commitment holds for ever. How its seed is stored changes with the key, and in no other way.
create function seal_alone_may_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.server_seed is null and new.key_id is distinct from old.key_id
    and (new.stream, new.nonce, new.server_seed_hash, new.committed_at)
      = (old.stream, old.nonce, old.server_seed_hash, old.committed_at) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
drop trigger commitments_append_only on commitments;
create trigger commitments_append_only before update or delete on commitments
  for each row execute function seal_alone_may_change();
