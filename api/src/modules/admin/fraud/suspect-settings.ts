import { Type } from 'typebox';
import { defineSetting, type Settings } from '../../../platform/settings/settings.ts';
import type { SuspectLimits } from './fraud.types.ts';

const suspectZScore = defineSetting({
  key: 'suspectZScore',
  description:
    'Cautious z-score from which a user is listed for review. Of users who play by the odds, at most one in 270,000 ' +
    'reaches 5 and one in 3,000 reaches 4.',
  schema: Type.Number({ minimum: 2, maximum: 20 }),
  default: 5,
  weakenedBy: 'RAISED',
});

const suspectMinCents = defineSetting({
  key: 'suspectMinCents',
  description:
    'Smallest amount for which winnings, or money that only passes through, make a user suspicious, in cents of BRL.',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  default: 10_000,
  weakenedBy: 'RAISED',
});

const suspectPlayPercent = defineSetting({
  key: 'suspectPlayPercent',
  description:
    'A user who staked less than this percentage of the money that they deposited and withdrew again is listed for ' +
    'review; 0 turns this off.',
  schema: Type.Integer({ minimum: 0, maximum: 1_000 }),
  default: 50,
  weakenedBy: 'LOWERED',
});

const suspectSharedUsers = defineSetting({
  key: 'suspectSharedUsers',
  description: 'Number of other users at the same address from which a user is listed for review; 0 turns this off.',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  default: 3,
  weakenedBy: 'RAISED_OR_ZERO',
});

export const suspectSettings = [suspectZScore, suspectMinCents, suspectPlayPercent, suspectSharedUsers];

export const suspectLimits = (settings: Settings): SuspectLimits => ({
  zScore: settings.get(suspectZScore),
  minCents: BigInt(settings.get(suspectMinCents)),
  playPercent: settings.get(suspectPlayPercent),
  sharedUsers: settings.get(suspectSharedUsers),
});
