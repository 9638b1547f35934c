import { Type } from 'typebox';
import { defineSetting } from '../../../platform/settings/settings.ts';

/**
 * The public log signs a head about every five seconds, and a busy database may make it wait for one more turn. A shorter
 * delay would leave games whose list nobody can find in a head that is older than their round.
 */
const MIN_SECONDS = 15;
const MAX_SECONDS = 3_600;

export const beaconDelaySetting = defineSetting({
  key: 'beaconDelaySeconds',
  description:
    'Seconds between the close of a list (the last seat of a battle, the end of the sales of a raffle) and the round of ' +
    'the public beacon that decides: the first round that is published at least so long afterwards. It becomes a part of ' +
    'the terms of each game that is created from then on, and never changes for one that exists.',
  schema: Type.Integer({ minimum: MIN_SECONDS, maximum: MAX_SECONDS }),
  default: 30,
  weakenedBy: 'LOWERED',
});
