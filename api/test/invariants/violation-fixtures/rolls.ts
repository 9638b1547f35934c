import { raw, sql } from '../../../src/platform/database/sql.ts';
import { changedBattleRolls } from './battles.ts';
import { changedOpenings } from './cases.ts';
import { changedShots } from './events.ts';
import { changedPrizes } from './raffles.ts';
import { changedUpgrades } from './upgrades.ts';
import { copyOf, first, hashPlaced, type ViolationFixtures } from './violation-fixture.ts';

const OTHER_SEED = '5e'.repeat(32);

export const rollsViolationFixtures: ViolationFixtures = {
  'every roll of every game comes out where it is computed again, and so does what it came to': [
    ...changedOpenings,
    ...changedUpgrades,
    ...changedBattleRolls,
    ...changedShots,
    ...changedPrizes,
  ],
  'a game has paid each user no more money than its plays tell': [
    sql`update transfers set amount_cents = amount_cents + 1000000000 where type = 'BATTLE_WIN'`,
    sql`update battle_seats set won_cents = 0`,
  ],
  'every hash that was shown is still committed to': [
    sql`delete from commitment_runs where stream like 'user:%'`,
    sql`delete from commitment_runs where stream like 'event:%' and first_nonce = 3`,
    sql`update commitment_runs set ${hashPlaced(1, sql`${OTHER_SEED}`)} where stream like 'event:%'`,
    sql`update commitment_runs set ${hashPlaced(2, sql`${OTHER_SEED}`)} where last_nonce > first_nonce`,
    sql`update audit_entries set metadata = metadata || '{"count": 100}' where action = 'SEEDS_COMMITTED'`,
    sql`update audit_entries set metadata = metadata || '{"count": -1}' where action = 'SEEDS_COMMITTED'`,
  ],
  'a refused play names the hash that was committed to for its nonce': [
    sql`update refused_plays set server_seed_hash = ${OTHER_SEED}`,
    sql`update refused_plays set nonce = nonce + 1000`,
    sql`delete from commitment_runs where stream in (select stream from refused_plays)`,
  ],
  'every hash that is committed to is on the trail': [
    sql`delete from audit_entries where action = 'SEEDS_COMMITTED' and entity_type is null`,
    sql`update audit_entries set metadata = metadata || '{"firstNonce": 1000}' where action = 'SEEDS_COMMITTED'`,
    sql`insert into commitment_runs (stream, first_nonce, server_seed, server_seed_hashes)
      values ('user:1', 1000, ${OTHER_SEED}, decode(${OTHER_SEED}, 'hex'))`,
  ],
  'every hash that was committed to is that of its seed': [
    sql`update commitment_runs set ${hashPlaced(2, sql`${OTHER_SEED}`)} where last_nonce > first_nonce`,
    sql`update commitment_runs set ${hashPlaced(1, sql`${OTHER_SEED}`)}
      where stream like 'user:%' and first_nonce = (select max(first_nonce) from commitment_runs where stream like 'user:%')`,
    sql`update commitment_runs set server_seed = ${OTHER_SEED}, sealed_seeds = null, key_id = null
      where stream like 'event:%' and first_nonce = 3`,
    sql`update commitment_runs set sealed_seeds = set_byte(sealed_seeds, 20, get_byte(sealed_seeds, 20) # 1)
      where stream like 'event:%' and first_nonce = 3`,
    sql`update commitment_runs set sealed_seeds = other.sealed_seeds from commitment_runs other
      where commitment_runs.stream like 'event:%' and commitment_runs.first_nonce = 3
        and other.stream = commitment_runs.stream and other.first_nonce = 1`,
    sql`update commitment_runs set key_id = ${OTHER_SEED.slice(0, 16)} where stream like 'event:%' and first_nonce = 3`,
  ],
  'the nonces of a user are rolled, awaited or recorded as skipped, each once': [
    sql`update accounts set nonce = nonce + 1 where nonce > 0`,
    sql`update accounts set nonce = 1 where nonce = 0`,
    sql`delete from case_openings where ${first('case_openings', 'true')}`,
    sql`delete from upgrades where ${first('upgrades', 'true')}`,
    copyOf('case_openings', 'true'),
    // As many as there are, the last of them the last, and yet one twice.
    sql`update case_openings set nonce = nonce + 1 where ${first('case_openings', 'true')}`,
    sql`update case_openings set nonce = nonce + 1000`,
    sql`insert into skipped_nonces (stream, first_nonce, last_nonce, reason)
      select 'user:' || user_id, nonce + 1, nonce + 2, 'test' from accounts where nonce > 0`,
    sql`with gone as (delete from case_openings where ${first('case_openings', 'true')} returning user_id, nonce)
      insert into skipped_nonces (stream, first_nonce, last_nonce, reason)
      select 'user:' || user_id, nonce + 1, nonce + 1, 'test' from gone`,
  ],
  'an account counts what was wagered': [
    sql`update accounts set wagered_cents = wagered_cents + 1`,
    sql`delete from upgrades where ${first('upgrades', 'true')}`,
  ],
  'a committed seed is the one that was used': [
    sql`update commitment_runs set ${hashPlaced(1, sql`${OTHER_SEED}`)}`,
    sql`update commitment_runs set committed_at = committed_at - interval '1 second'`,
    sql`update event_shots set server_seed_hash = ${OTHER_SEED} where nonce = 1`,
    sql`insert into commitment_runs (stream, first_nonce, server_seed, server_seed_hashes)
      select 'user:' || user_id, nonce, ${OTHER_SEED}, decode(${OTHER_SEED}, 'hex') from case_openings
      where ${first('case_openings', 'true')}`,
  ],
  'a seed is committed to no later than it is used': [
    sql`update upgrades set committed_at = created_at + interval '1 second' where ${first('upgrades', 'true')}`,
    sql`update event_shots set committed_at = created_at + interval '1 second' where nonce = 2`,
  ],
  'a committed seed is of no other roll': [
    sql`update commitment_runs set ${hashPlaced(1, sql`(select min(server_seed_hash) from event_shots where nonce = 2)`)}
      where stream like 'event:%' and first_nonce = 3`,
    sql`update commitment_runs set ${hashPlaced(1, sql`(select min(hash_of_seed(server_seed)) from case_openings)`)}
      where stream like 'user:%'`,
  ],
  'no seed is used twice': [
    sql`update case_openings set server_seed = decode(${OTHER_SEED}, 'hex')`,
    sql`update upgrades set server_seed = (select min(encode(server_seed, 'hex')) from case_openings) where ${first('upgrades', 'true')}`,
    sql`update event_shots set server_seed = (select min(server_seed) from upgrades) where nonce = 1`,
  ],
  'a client seed that the server drew is 64 hex characters': [
    ...['case_openings', 'event_shots'].map(
      (table) =>
        sql`update ${raw(table)} set client_seed = 'short' where ${first(table, `client_seed_source = 'SERVER'`)}`,
    ),
    sql`update upgrades set client_seed_source = 'SERVER' where ${first('upgrades', 'true')}`,
    sql`update event_shots set client_seed = upper(client_seed) where client_seed_source = 'SERVER'`,
  ],
  'no client seed that the server drew is used twice': [
    sql`update case_openings set drawn_client_seed = decode(${OTHER_SEED}, 'hex') where client_seed_source = 'SERVER'`,
    sql`update event_shots set client_seed = (
        select min(encode(drawn_client_seed, 'hex')) from case_openings where client_seed_source = 'SERVER')
      where ${first('event_shots', `client_seed_source = 'SERVER'`)}`,
  ],
  'who chose the client seed is recorded with every roll that follows one of which it is': [
    ...['case_openings', 'upgrades'].map(
      (table) => sql`update ${raw(table)} set client_seed_source = null
        where id = (select max(id) from ${raw(table)})`,
    ),
    sql`update event_shots set client_seed_source = null where nonce = 2`,
  ],
  'the nonces of a user rise with time, by which the plays since the kept days are found': [
    sql`update case_openings set created_at = now() + interval '1 day' where ${first('case_openings', 'true')}`,
    sql`update upgrades set created_at = now() + interval '1 day' where ${first('upgrades', 'true')}`,
  ],
};
