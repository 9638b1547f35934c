import type { Campaign } from './campaign.ts';
import { isFlawlessReport, runWebhookCampaign } from './webhook-campaign.ts';

const MAX_REPEATS = 50;

export const webhooks: Campaign = {
  counted: 'count',
  usually: 1_000,
  help: [
    'deposits that are paid once and told of up to 50 times each, alone and with others, shuffled and late,',
    'to two processes, amid forgeries; each must be credited once',
  ],
  run: async ({ databaseUrl, count: deposits, seed, onProgress }) => {
    const report = await runWebhookCampaign({
      databaseUrl,
      deposits,
      maxRepeats: MAX_REPEATS,
      seed: seed ?? 'campaign',
      onProgress,
    });
    return {
      lines: [
        ['deposits', report.deposits],
        ['tellings', report.tellings],
        ['messages', report.messages],
        ['forgeries', report.forgeries],
        ['forgeries accepted', report.forgeriesAccepted],
        ['messages refused', report.refusedMessages],
        ['credited once', report.creditedOnce],
        ['credited twice', report.creditedTwice],
        ['not credited', report.notCredited],
        ['broken invariants', report.violations],
      ],
      isFlawless: isFlawlessReport(report),
    };
  },
};
