import { itemWithdrawalsConstraintErrors } from '../../src/modules/trade/item-withdrawals/item-withdrawals.records.ts';
import { openDatabase } from '../../src/platform/database/db.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { PATIENCE } from '../support/patience.ts';
import type { Campaign } from './campaign.ts';
import { FAULT_KINDS, runMarketCampaign } from './market-campaign.ts';
import { isFlawless } from './market-report.ts';

export const market: Campaign = {
  counted: 'purchases',
  usually: 1_000,
  help: [
    'withdrawals, bought from a marketplace with every fault it has, by several processes of which some die;',
    'its own record of purchases is held against ours',
  ],
  run: async ({ databaseUrl: address, count: purchases, onProgress }) => {
    const db = openDatabase({ address, logger, patience: PATIENCE, constraintErrors: itemWithdrawalsConstraintErrors });
    try {
      const report = await runMarketCampaign({ db, purchases, onProgress: (done) => onProgress(done, purchases) });
      const violations = await findViolations(db);
      return {
        lines: [
          ['purchases', report.purchases],
          ['kinds of faults', FAULT_KINDS],
          ['faults injected', report.faults],
          ['bought', report.bought],
          ['refused', report.refused],
          ['double buys', report.doubleBuys],
          ['lost items', report.lostItems],
          ['items held back', report.heldItems],
          ['differing records', report.differing],
          ['broken invariants', violations.length],
        ],
        isFlawless: isFlawless(report) && violations.length === 0,
      };
    } finally {
      await db.close();
    }
  },
};
