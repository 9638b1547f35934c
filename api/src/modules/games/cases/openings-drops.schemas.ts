import { percentOfRolls } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { IdText, Timestamp } from '../../../platform/schemas.ts';
import { ChancePercent, examplePrizeItem, PrizeItem } from '../fairness/index.ts';
import { wonItemView } from './openings.schemas.ts';
import type { Drop } from './openings.types.ts';

/** What everybody may see of an opening. */
export const DropView = Type.Object({
  id: IdText,
  username: Type.String(),
  avatarUrl: Type.Union([Type.String(), Type.Null()]),
  caseId: IdText,
  caseName: Type.String(),
  item: PrizeItem,
  chancePercent: ChancePercent,
  createdAt: Timestamp,
});

export const Drops = Type.Object(
  { drops: Type.Array(DropView) },
  {
    examples: [
      {
        drops: [
          {
            id: '9001',
            username: 'Ana',
            avatarUrl: null,
            caseId: '5',
            caseName: 'Amazônia',
            item: examplePrizeItem,
            chancePercent: '12.5',
            createdAt: '2026-11-15T12:00:00.000Z',
          },
        ],
      },
    ],
  },
);

export const DropsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many, newest first' })),
});

export function dropView(drop: Drop): Static<typeof DropView> {
  const { id, username, avatarUrl, caseId, caseName } = drop;
  return {
    id,
    username,
    avatarUrl,
    caseId,
    caseName,
    item: wonItemView(drop),
    chancePercent: percentOfRolls(drop.chanceWidth),
    createdAt: drop.createdAt.toISOString(),
  };
}
