import { type Sql, sql } from '../../../platform/database/sql.ts';
import { storedText } from '../../../platform/settings/stored-settings.sql.ts';
import { maxCaseRtpSetting } from '../cases/index.ts';
import { upgradeEdgeSetting } from '../upgrades/index.ts';

/**
 * What every wager leaves to the house at least, in percent, as the statement sees it that this is a part of. Cases are
 * paused where they would leave less than their limit does; upgrades leave their edge.
 */
export const HOUSE_EDGE_PERCENT: Sql = sql`
  least(100 - ${storedText(maxCaseRtpSetting)}::numeric, ${storedText(upgradeEdgeSetting)}::numeric)`;
