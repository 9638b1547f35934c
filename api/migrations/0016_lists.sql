-- Every total is exact: users are counted by an index that answers the filter. None of these columns changes when a user
-- plays, so that the indexes are written when a user comes, is renamed or is judged.
create index users_status_role on users (status, role);
-- Any part of a name.
create extension if not exists pg_trgm;
create index users_username on users using gin (username gin_trgm_ops);
