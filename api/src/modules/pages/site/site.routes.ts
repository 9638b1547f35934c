import { BATTLE_MODES, DEFAULT_UPGRADE_MAX_UNITS, percentOfChance } from '@lisura/fairness';
import type { Clock } from '../../../platform/clock.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import {
  EXTERIORS,
  type Exterior,
  RARITIES,
  type Rarity,
  rarityColorOf,
  WEAPON_CATEGORIES,
  type WeaponCategory,
} from '../../assets/items/index.ts';
import { MAX_EXCLUSION_MONTHS, MAX_PAUSE_DAYS, RAISE_HOURS } from '../../assets/limits/index.ts';
import { battleWaitSetting, MAX_ROUNDS, MAX_SEATS } from '../../games/battles/index.ts';
import { MAX_OPENINGS_AT_ONCE, maxCaseRtpSetting } from '../../games/cases/index.ts';
import { TICKET_PRICES } from '../../games/events/index.ts';
import { MAX_QUANTITY } from '../../games/raffles/index.ts';
import { MAX_INPUTS, upgradeEdgeSetting } from '../../games/upgrades/index.ts';
import { withdrawalWaitHoursSetting } from '../../people/withdrawal-waits/index.ts';
import {
  depositMaxCentsSetting,
  depositMinCentsSetting,
  depositMinutesSetting,
  openDepositsSetting,
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
  withdrawReviewHoursSetting,
} from '../../trade/payments/index.ts';
import { MAX_ITEMS_PER_SIDE, siteSwapCeilingSetting } from '../../trade/swaps/index.ts';
import { SiteConfig } from './site.records.ts';

export function sitePublicRoutes(routes: Routes, readConfig: () => SiteConfig): void {
  routes.get(
    '/config',
    {
      config: { maxAgeSeconds: 30 },
      schema: {
        operationId: 'getConfig',
        summary: 'Read the public configuration',
        description:
          'Answers minimums and maximums, fees and edges, waiting times, names and colours, languages, and which ' +
          'features are on, as they are now. It may be kept for 30 seconds, so that `serverTime` may be that old: ' +
          '`GET /api/auth/session` has the time of its very answer.',
        response: { 200: SiteConfig },
      },
    },
    async () => readConfig(),
  );
}

export interface ConfigDeps {
  clock: Clock;
  settings: Settings;
  features: SiteConfig['features'];
  sandboxPayUrl: string | null;
  /** Requests a minute; 0 is any number. */
  rateLimits: Readonly<Record<'global' | 'auth' | 'caseOpen' | 'market', number>>;
}

const LANGUAGES = ['pt-BR', 'en'];
const MIN_AGE = 18;

/** It asks the database for nothing. */
export function createReadConfig(deps: ConfigDeps): () => SiteConfig {
  const { clock, settings, features, sandboxPayUrl } = deps;
  const rateLimits = rateLimitsOf(deps);
  return () => ({
    serverTime: clock.now(),
    languages: LANGUAGES,
    features,
    sandboxPayUrl,
    rateLimits,
    ...moneyRules(settings),
    ...gameRules(settings),
    ...NAMES,
  });
}

function rateLimitsOf({ rateLimits }: ConfigDeps): SiteConfig['rateLimits'] {
  const { global, auth, caseOpen, market } = rateLimits;
  return { global: global || null, auth: auth || null, caseOpen: caseOpen || null, market: market || null };
}

const moneyRules = (settings: Settings): Pick<SiteConfig, 'deposits' | 'withdrawals' | 'protection'> => ({
  deposits: {
    minCents: BigInt(settings.get(depositMinCentsSetting)),
    maxCents: BigInt(settings.get(depositMaxCentsSetting)),
    minutes: settings.get(depositMinutesSetting),
    maxOpen: settings.get(openDepositsSetting),
  },
  withdrawals: {
    minCents: BigInt(settings.get(withdrawMinSetting)),
    maxCents: BigInt(settings.get(withdrawMaxSetting)),
    dailyMaxCents: BigInt(settings.get(withdrawDailyMaxSetting)),
    confirmMinutes: settings.get(withdrawConfirmMinutesSetting),
    reviewHours: settings.get(withdrawReviewHoursSetting),
    waitHours: settings.get(withdrawalWaitHoursSetting),
  },
  protection: {
    raiseHours: RAISE_HOURS,
    maxPauseDays: MAX_PAUSE_DAYS,
    maxExclusionMonths: MAX_EXCLUSION_MONTHS,
    minAge: MIN_AGE,
  },
});

type GameRules = Pick<SiteConfig, 'cases' | 'upgrades' | 'battles' | 'raffles' | 'events' | 'swaps'>;
const gameRules = (settings: Settings): GameRules => ({
  cases: { maxQuantity: MAX_OPENINGS_AT_ONCE, maxRtpPercent: String(settings.get(maxCaseRtpSetting)) },
  upgrades: {
    maxItems: MAX_INPUTS,
    edgePercent: String(settings.get(upgradeEdgeSetting)),
    maxChancePercent: percentOfChance(DEFAULT_UPGRADE_MAX_UNITS),
  },
  battles: {
    modes: [...BATTLE_MODES],
    seatCounts: Array.from({ length: MAX_SEATS - 1 }, (_, index) => index + 2),
    teamSeatCount: MAX_SEATS,
    maxRounds: MAX_ROUNDS,
    waitMinutes: settings.get(battleWaitSetting),
  },
  raffles: { maxTicketsAtOnce: MAX_QUANTITY },
  events: { shotPrices: [...TICKET_PRICES] },
  swaps: { maxItemsPerSide: MAX_ITEMS_PER_SIDE, siteCeilingPercent: settings.get(siteSwapCeilingSetting) },
});

const entriesOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  Object.entries<string>(names).map(([value, name]) => ({ value: value as Value, name }));

const NAMES: Pick<SiteConfig, 'rarities' | 'exteriors' | 'categories'> = {
  rarities: entriesOf<Rarity>(RARITIES).map(({ value, name }) => ({ value, name, color: rarityColorOf(value) })),
  exteriors: entriesOf<Exterior>(EXTERIORS),
  categories: entriesOf<WeaponCategory>(WEAPON_CATEGORIES),
};
