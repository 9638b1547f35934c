import { Type } from 'typebox';
import { defineSetting, type Settings } from '../../../platform/settings.ts';
import type { SuspectLimits } from './fraud.types.ts';

const suspectZScore = defineSetting({
  key: 'suspectZScore',
  description:
    'From which cautious z-score on a user is worth looking at. Of users who play by the odds at most one in 270,000 ' +
    'reaches 5, and one in 3,000 reaches 4',
  schema: Type.Number({ minimum: 2, maximum: 20 }),
  default: 5,
});

const suspectMinCents = defineSetting({
  key: 'suspectMinCents',
  description: 'What a suspicion of winnings or of money that passes through is about at least, in cents of BRL',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  default: 10_000,
});

const suspectPlayPercent = defineSetting({
  key: 'suspectPlayPercent',
  description:
    'Who has staked less than so many percent of what they have deposited and withdrawn again is worth looking at; 0: nobody',
  schema: Type.Integer({ minimum: 0, maximum: 1_000 }),
  default: 50,
});

const suspectSharedUsers = defineSetting({
  key: 'suspectSharedUsers',
  description: 'From how many other users at one address on a user is worth looking at; 0: never',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  default: 3,
});

export const suspectSettings = [suspectZScore, suspectMinCents, suspectPlayPercent, suspectSharedUsers];

export const suspectLimits = (settings: Settings): SuspectLimits => ({
  zScore: settings.get(suspectZScore),
  minCents: BigInt(settings.get(suspectMinCents)),
  playPercent: settings.get(suspectPlayPercent),
  sharedUsers: settings.get(suspectSharedUsers),
});
