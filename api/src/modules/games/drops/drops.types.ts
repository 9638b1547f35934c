import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

/** Something that was won and may be shown. */
export interface WonDrop {
  game: string;
  id: string;
}

/** What everybody may see of it. */
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
  /** Null where it was not won in a battle. */
  battleId: Id<'battle'> | null;
  createdAt: Date;
}
