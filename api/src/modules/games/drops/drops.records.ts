import { percentOfRolls } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import type { Id } from '../../../platform/ids.ts';
import { listOf } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import { idOf, orNull, timeOf } from '../../../platform/schemas.ts';
import { ChancePercent, examplePrizeItem, PrizeItem, wonItemView } from '../rolls/index.ts';

export interface WonDrop {
  game: string;
  id: string;
}

export interface Drop extends WonDrop {
  userId: Id<'user'>;
  username: string;
  avatarUrl: string | null;
  caseId: Id<'case'>;
  caseName: string;
  versionNumber: number;
  itemId: Id<'item'>;
  itemName: string;
  itemImageUrl: string;
  itemRarity: string;
  itemValueCents: Cents;
  chanceWidth: number;
  /** It is null unless the drop was won in a battle. */
  battleId: Id<'battle'> | null;
  createdAt: Date;
}

/** A reel turns no longer. */
const REEL_MS = 6_000;

export const DropView = Type.Object(
  {
    id: idOf('Id of the opening, or of the seat in a battle'),
    key: Type.String({ description: 'Names the drop among those of all games: `game` and `id`' }),
    game: Type.String({ description: 'The game in which it was won, such as `CASES`' }),
    userId: idOf('Id of the owner'),
    username: Type.String({ description: 'Name of the winner' }),
    avatarUrl: orNull(Type.String(), 'Their picture'),
    caseId: idOf('Id of the case'),
    caseName: Type.String({ description: 'Present name of the case' }),
    versionNumber: Type.Integer({ description: 'The version of the case that was played; its ranges are public' }),
    item: Type.Object(PrizeItem.properties, { title: 'PrizeItem', description: 'The item won' }),
    chancePercent: ChancePercent,
    battleId: orNull(idOf('The battle'), 'The battle whose most valuable win it is; null where it was not won in one'),
    createdAt: timeOf('When it was won'),
    showAt: timeOf(
      'When the reel of the winner has stopped at the latest: a page that shows the drop earlier spoils it',
    ),
  },
  { title: 'Drop', description: 'A win from a case or in a battle' },
);

export const exampleDrop = {
  id: '1',
  key: 'CASES:1',
  game: 'CASES',
  userId: '1',
  username: 'Ana',
  avatarUrl: null,
  caseId: '1',
  caseName: 'Amazônia',
  versionNumber: 3,
  item: examplePrizeItem,
  chancePercent: '12.5',
  battleId: null,
  createdAt: '2026-11-15T12:00:00.000Z',
  showAt: '2026-11-15T12:00:06.000Z',
};

export const Drops = Type.Object(
  { drops: Type.Array(DropView, { description: 'Newest first' }) },
  { title: 'Drops', examples: [{ drops: [exampleDrop] }] },
);

export const DropList = listOf(DropView, {
  examples: [{ data: [exampleDrop], meta: { page: 1, limit: 20, total: 100 } }],
});

export function dropView(drop: Drop): Static<typeof DropView> {
  const { id, game, userId, username, avatarUrl, caseId, caseName, versionNumber, battleId } = drop;
  return {
    id,
    key: `${game}:${id}`,
    game,
    userId,
    username,
    avatarUrl,
    caseId,
    caseName,
    versionNumber,
    item: wonItemView(drop),
    chancePercent: percentOfRolls(drop.chanceWidth),
    battleId,
    createdAt: drop.createdAt.toISOString(),
    showAt: new Date(drop.createdAt.getTime() + REEL_MS).toISOString(),
  };
}
