-- The hash of an opening's seed was stored beside the seed that gives it: 65 bytes of each opening, in the largest table there
-- is. What was shown before the play stands where it was committed to (commitment_runs). Who reads it has it computed.
-- Stop processes of the version before: they write the column.
create extension if not exists pgcrypto;
create function hash_of_seed(server_seed text) returns text
language sql immutable strict parallel safe
return encode(hmac('', server_seed, 'sha256'), 'hex');
alter table case_openings drop column server_seed_hash;
