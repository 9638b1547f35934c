import { lookUp, raw, type Sql, sql } from '../../../platform/database/sql.ts';
import { storedText } from '../../../platform/settings/stored-settings.sql.ts';
import { maxCaseRtpSetting } from './cases.records.ts';

export const MAX_RTP_PERCENT: Sql = storedText(maxCaseRtpSetting);

export const PRICE_EPOCH: Sql = sql`(select epoch::text from price_epoch)`;

/** The worth is numeric, since the product may be beyond 64 bits. Null without a version. */
export const worthOfVersion = (versionId: string): Sql => sql`(
  select sum((hash_range_end - hash_range_start + 1)::numeric * value_cents_brl)
  from case_version_items ${lookUp('items', 'item_id')} where version_id = ${raw(versionId)})`;
