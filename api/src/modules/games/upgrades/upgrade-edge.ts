import { DEFAULT_UPGRADE_EDGE_UNITS, percentOfChance } from '@lisura/fairness';
import { Type } from 'typebox';
import { defineSetting } from '../../../platform/settings/settings.ts';
import { canonicalEdge } from './upgrades.rules.ts';

export const upgradeEdgeSetting = defineSetting({
  key: 'upgradeEdgePercent',
  description:
    'House edge on the chance of an upgrade, in percent: from 0 to 99 with at most 4 digits after the point. Each ' +
    'upgrade keeps the edge with which it was played.',
  schema: Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
    'x-fault': 'must be a percentage from 0 to 99 with at most 4 digits after the point',
  }),
  default: percentOfChance(DEFAULT_UPGRADE_EDGE_UNITS),
  bounds: { minimum: 0, maximum: 99 },
  normalise: canonicalEdge,
  weakenedBy: 'LOWERED',
});
