-- Most transfers are openings of cases, and two indexes by type held an entry for each: an eighth of all that an opening
-- stores. Lists of openings are found by user or by time, where they stand close together; the indexes by type keep the
-- types that would be looked for in between.
drop index transfers_user_type;
drop index transfers_type_created_at;
create index transfers_user_type on transfers (user_id, type, id desc) where type <> 'CASE_OPEN';
create index transfers_type_created_at on transfers (type, created_at, id) where type <> 'CASE_OPEN';
