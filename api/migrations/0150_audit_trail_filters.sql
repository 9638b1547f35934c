-- Administrators read the whole trail, the newest first, by who acted, what was done, which kind of record, and when.
create index audit_entries_created on audit_entries (created_at, id);
create index audit_entries_actor on audit_entries (actor_id, created_at, id) where actor_id is not null;
create index audit_entries_action on audit_entries (action, created_at, id);
create index audit_entries_entity_type on audit_entries (entity_type, created_at, id) where entity_type is not null;
