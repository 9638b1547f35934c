-- By which people are found by the beginning of their names, in the order of bytes: a range of names, whatever the locale.
create index users_by_name on users (lower(username) collate "C") where status = 'ACTIVE';
-- By which the best wins of one person are found.
create index battle_drops_of_user on battle_drops (user_id, created_at);
