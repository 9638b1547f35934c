import type { Setting } from '../../../data/generated/api.ts';

/** Settings are grouped by subject. A new one stands last until it has its place here. */
const GROUPS = {
  decisions: ['decisionFactorMinutes', 'twoPersonCents', 'withdrawalWaitHours', 'suspendWithdrawalsOnReversal'],
  deposits: ['depositMinCents', 'depositMaxCents', 'depositMinutes', 'openDeposits'],
  withdrawals: [
    'withdrawMinCents',
    'withdrawMaxCents',
    'withdrawDailyMaxCents',
    'withdrawConfirmMinutes',
    'withdrawReviewHours',
  ],
  items: ['autoApprovalDailyLimitCents', 'autoApprovalMinAccountHours', 'autoApprovalQuietHours'],
  prices: [
    'priceMargin',
    'maxPriceStepPercent',
    'maxDailyPriceStepPercent',
    'maxDailyPriceGainPercent',
    'freePriceGainCents',
    'maxRateStepPercent',
    'maxDailyRateStepPercent',
    'rateKeepHours',
  ],
  games: [
    'maxCaseRtpPercent',
    'upgradeEdgePercent',
    'battleWaitMinutes',
    'beaconDelaySeconds',
    'caseCategoryOrder',
    'caseCategoryPictures',
  ],
  swaps: ['siteSwapCeilingPercent', 'siteSwapOverAlertCents', 'siteSwapOverCapCents'],
  fraud: ['suspectMinCents', 'suspectPlayPercent', 'suspectSharedUsers', 'suspectZScore'],
  other: ['liveNotifications'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type GroupName = keyof typeof GROUPS;

export function groupsOf(settings: readonly Setting[]): { name: GroupName; settings: Setting[] }[] {
  const placed = new Set<string>(Object.values(GROUPS).flat());
  const byKey = new Map(settings.map((setting) => [setting.key, setting]));
  return (Object.keys(GROUPS) as GroupName[])
    .map((name) => ({
      name,
      settings: [
        ...GROUPS[name].flatMap((key) => byKey.get(key) ?? []),
        ...(name === 'other' ? settings.filter(({ key }) => !placed.has(key)) : []),
      ],
    }))
    .filter((group) => group.settings.length > 0);
}
