import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../support/databases.ts';
import { isFlawlessReport, runWebhookCampaign } from './webhook-campaign.ts';

test('messages that are repeated, shuffled, late and forged credit every deposit once', async () => {
  const database = await createTestDatabase();
  try {
    const report = await runWebhookCampaign({ databaseUrl: database.url, deposits: 40, maxRepeats: 8, seed: 'test' });
    assert.ok(isFlawlessReport(report), JSON.stringify(report));
    assert.ok(report.tellings > 100 && report.messages < report.tellings);
  } finally {
    await database.drop();
  }
});
