import { sql } from '../../../src/platform/database/sql.ts';
import { NOBODY, type ViolationFixtures } from './violation-fixture.ts';

export const authViolationFixtures: ViolationFixtures = {
  'a user has at most 5 sessions': [
    sql`insert into sessions (id, user_id, platform_id, ip, user_agent)
      select 'session ' || n, user_id, platform_id, ip, user_agent
      from (select * from sessions limit 1) session, generate_series(1, 5) n`,
  ],
  'a session lives seven days': [sql`update sessions set expires_at = expires_at + interval '1 second'`],
  'who is banned or suspended has no session': [
    sql`update users set status = 'BANNED'`,
    sql`update users set status = 'SUSPENDED'`,
  ],
  'a session belongs to the account of its user': [sql`update sessions set platform_id = 'another'`],
  'the kept figures of who was there are the truth': [
    sql`update activity_days set active_users = active_users + 1`,
    sql`update activity_days set retained_users = retained_users + 1`,
    sql`update activity_days set new_users = new_users + 1`,
    sql`delete from activity_days`,
    sql`delete from user_activity`,
    sql`insert into user_activity (day, user_id) select min(day), ${NOBODY} from rolled_days`,
    sql`update users set created_at = (select min(rolled_at) from rolled_days) - interval '3 days'`,
  ],
};

export const auditViolationFixtures: ViolationFixtures = {
  'what is counted by the hour has its entry': [
    sql`update audit_repeats set entry_id = 1000000`,
    sql`update audit_repeats set action = 'ANOTHER'`,
  ],
  'what was anchored is in the trail': [
    sql`update audit_checkpoints set position = position + 1`,
    sql`update audit_checkpoints set hash = repeat('0', 64)`,
    sql`update audit_entries set position = null, previous_hash = null, hash = null`,
  ],
};

export const twoFactorViolationFixtures: ViolationFixtures = {
  'withdrawals wait after a second factor was enabled': [
    sql`delete from withdrawal_waits where cause = 'SECOND_FACTOR'`,
    sql`update withdrawal_waits set begun_at = begun_at - interval '1 day'`,
  ],
  'a second factor that is on has a secret and ten recovery codes': [
    sql`update second_factors set sealed_secret = null, key_id = null`,
    sql`update second_factors set last_step = null`,
    sql`delete from recovery_codes where used_at is not null`,
    sql`insert into recovery_codes (user_id, hash) select min(user_id), sha256('another') from recovery_codes`,
  ],
  'who has no second factor has no recovery codes': [
    sql`update second_factors set enabled_at = null`,
    sql`update recovery_codes set user_id = ${NOBODY}`,
    sql`insert into recovery_codes (user_id, hash) select user_id, sha256('another') from second_factors where enabled_at is null`,
  ],
  'of the codes that are tried in 15 minutes at most 5 are wrong': [
    sql`update second_factor_tries set tried_at = array_fill(now(), array[8])`,
    sql`insert into second_factor_tries (user_id, tried_at) values (${NOBODY}, array_fill(now(), array[6]))`,
  ],
  'a second factor is on where the trail says so': [
    sql`update second_factors set enabled_at = null`,
    sql`update second_factors set enabled_at = now()`,
    sql`delete from second_factors where enabled_at is not null`,
    sql`delete from audit_entries where action = 'TWO_FACTOR_ENABLED'`,
    sql`delete from audit_entries where action = 'TWO_FACTOR_DISABLED'`,
  ],
  'a recovery code that was used is on the trail': [
    sql`update recovery_codes set used_at = null`,
    sql`update recovery_codes set used_at = now()`,
    sql`delete from audit_entries where action = 'RECOVERY_CODE_USED'`,
  ],
  'every secret of a second factor opens with its key': [
    sql`update second_factors set user_id = user_id + ${NOBODY}`,
    sql`update second_factors set key_id = repeat('0', 16)`,
    sql`update second_factors set sealed_secret = set_byte(sealed_secret, 47, 255 - get_byte(sealed_secret, 47))`,
  ],
};
