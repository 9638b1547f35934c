import { sql } from '../../../platform/database/sql.ts';
import { type Invariants, PAGE_ROWS, walk } from '../../../platform/invariants/invariants.ts';
import type { Seal } from '../../../platform/secrets/sealing.ts';
import type { SecretsKeys } from '../../../platform/secrets/secrets.ts';
import { createSecondFactorSeal, openSecret } from './sealed-secrets.ts';
import type { SecondFactor } from './two-factor.records.ts';

type SealedSecret = Pick<SecondFactor, 'userId' | 'sealedSecret' | 'keyId'>;

const secrets = (keys: SecretsKeys) => {
  const seal = createSecondFactorSeal(keys);
  return walk<SealedSecret>({
    pageAfter: (last) => sql`
      select user_id, sealed_secret, key_id from second_factors
      where user_id > ${last?.userId ?? '0'} and sealed_secret is not null order by user_id limit ${PAGE_ROWS}`,
    nameOf: ({ userId }) => ({ userId }),
    differingIn: (row) => differingIn(seal, row),
  });
};

function differingIn(seal: Seal, row: SealedSecret): string[] {
  if (!seal.knownKeyIds.has(row.keyId)) return ['key_id'];
  try {
    return openSecret(seal, row).length === 20 ? [] : ['sealed_secret'];
  } catch {
    return ['sealed_secret'];
  }
}

/** Selects the last entry of the trail about each user's factor. */
const lastChange = sql`
  select distinct on (user_id) user_id, id, action from audit_entries
  where action in ('TWO_FACTOR_ENABLED', 'TWO_FACTOR_DISABLED', 'TWO_FACTOR_RESET') order by user_id, id desc`;

/** Selects when each user got the present codes. */
const lastCodes = sql`
  select distinct on (user_id) user_id, id, action from audit_entries
  where action in ('TWO_FACTOR_ENABLED', 'TWO_FACTOR_DISABLED', 'TWO_FACTOR_RESET', 'RECOVERY_CODES_RENEWED')
  order by user_id, id desc`;

export const twoFactorInvariants: Invariants = {
  'a second factor that is on has a secret and ten recovery codes': sql`
    select user_id from second_factors where enabled_at is not null
      and (sealed_secret is null or last_step is null
        or (select count(*) from recovery_codes where user_id = second_factors.user_id) <> 10)`,
  'who has no second factor has no recovery codes': sql`
    select distinct user_id from recovery_codes left join second_factors using (user_id) where enabled_at is null`,
  'of the codes that are tried in 15 minutes at most 5 are wrong': sql`
    select user_id from second_factor_tries left join second_factors using (user_id)
    where cardinality(tried_at) > 5 + coalesce(cardinality(accepted_tries), 0)`,
  'a second factor is on where the trail says so': sql`
    select user_id from (${lastChange}) change full join second_factors using (user_id)
    where (enabled_at is not null) <> coalesce(action = 'TWO_FACTOR_ENABLED', false)`,
  'a recovery code that was used is on the trail': sql`
    select change.user_id from (${lastCodes}) change where action in ('TWO_FACTOR_ENABLED', 'RECOVERY_CODES_RENEWED')
      and (select count(*) from recovery_codes where user_id = change.user_id and used_at is not null)
        <> (select count(*) from audit_entries used
          where used.user_id = change.user_id and used.action = 'RECOVERY_CODE_USED' and used.id > change.id)`,
  'withdrawals wait after a second factor was enabled': sql`
    select user_id from second_factors where enabled_at is not null and not exists (
      select from withdrawal_waits wait
      where wait.user_id = second_factors.user_id and cause = 'SECOND_FACTOR' and begun_at >= enabled_at)`,
  'every secret of a second factor opens with its key': { withKeys: secrets },
};
