import { percentOfRolls } from '@lisura/fairness';
import { Type } from 'typebox';
import type { Id } from '../../../platform/ids.ts';
import { listOf as pagesOf } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import { id, integer, listOf, orNull, record, type Static, string, time } from '../../../platform/record.ts';
import { ChancePercent, examplePrizeItem, PrizeItem, wonItemView } from '../rolls/index.ts';

/** A reel turns no longer. */
const REEL_MS = 6_000;

export const DropView = record('Drop', 'A win from a case or in a battle', {
  id: id<string>('Id of the opening, or of the seat in a battle'),
  key: string('Names the drop among those of all games: `game` and `id`', 'CASES:1'),
  game: string('The game in which it was won, such as `CASES`', 'CASES'),
  userId: id<'user'>('Id of the owner'),
  username: string('Name of the winner', 'Ana'),
  avatarUrl: orNull(string('A picture', ''), 'Their picture', null),
  caseId: id<'case'>('Id of the case'),
  caseName: string('Present name of the case', 'Amazônia'),
  versionNumber: integer('The version of the case that was played; its ranges are public', 3),
  item: { ...PrizeItem, description: 'The item won', examples: [examplePrizeItem] },
  chancePercent: ChancePercent,
  battleId: orNull(
    id<'battle'>('The battle'),
    'The battle whose most valuable win it is; null where it was not won in one',
    null,
  ),
  createdAt: time('When it was won'),
  showAt: time(
    'When the reel of the winner has stopped at the latest: a page that shows the drop earlier spoils it',
    '2026-11-15T12:00:06.000Z',
  ),
});
export const Drops = Type.Object(
  { drops: listOf(DropView, 'Newest first') },
  { title: 'Drops', examples: [{ drops: DropView.examples }] },
);
export const DropList = pagesOf(DropView, {
  examples: [{ data: DropView.examples, meta: { page: 1, limit: 20, total: 100 } }],
});

export interface Drop extends Omit<Static<typeof DropView>, 'key' | 'item' | 'chancePercent' | 'showAt'> {
  itemId: Id<'item'>;
  itemName: string;
  itemImageUrl: string;
  itemRarity: string;
  itemValueCents: Cents;
  chanceWidth: number;
}
export interface WonDrop {
  game: string;
  id: string;
}

export const dropView = (drop: Drop) => ({
  ...drop,
  key: `${drop.game}:${drop.id}`,
  item: wonItemView(drop),
  chancePercent: percentOfRolls(drop.chanceWidth),
  showAt: new Date(drop.createdAt.getTime() + REEL_MS),
});
