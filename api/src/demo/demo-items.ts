import type { WeaponCategory } from '../modules/assets/items/index.ts';
import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Id } from '../platform/ids.ts';

export interface DemoItem {
  id: Id<'item'>;
  imageUrl: string;
  valueCents: number;
  weaponCategory: WeaponCategory;
}

export type WheelItem = DemoItem & { rolls: number };

interface Slot {
  worth: number;
  rolls: number;
}

/** From little risk to much, frequent items are worth ever less and rare ones ever more. */
export const WORTHS = {
  gentle: [0.5, 0.7, 0.9, 1.1, 1.5, 2, 3, 5, 8],
  classic: [0.1, 0.25, 0.5, 0.8, 1.5, 2.5, 5, 10, 25],
  bold: [0.05, 0.1, 0.2, 0.5, 1, 3, 8, 20, 60],
  jackpot: [0.3, 0.6, 0.9, 1.5, 4, 10, 30, 100],
} as const;

export const wheelOf = (worths: readonly number[], rolls: readonly number[]): Slot[] =>
  worths.map((worth, place) => ({ worth, rolls: rolls[place] ?? 0 }));

export async function listDemoItems(db: Db): Promise<DemoItem[]> {
  return db.query<DemoItem>(sql`
    select id, image_url, value_cents_brl::int as value_cents, weapon_category
    from items where archived_at is null and value_cents_brl > 0 order by id`);
}

/** No item comes twice. */
export function fillWheel(
  stock: readonly DemoItem[],
  wheel: readonly Slot[],
  aroundCents: number,
  kinds: readonly WeaponCategory[] = [],
): WheelItem[] {
  const contents: WheelItem[] = [];
  for (const { worth, rolls } of wheel) {
    const item = itemAround(stock, Math.round(aroundCents * worth), contents, kinds);
    if (item !== undefined) contents.push({ ...item, rolls });
  }
  return contents;
}

/** Prefers the kinds unless their remaining items cost over a third more. */
export function itemAround(
  stock: readonly DemoItem[],
  cents: number,
  chosen: readonly DemoItem[],
  kinds: readonly WeaponCategory[] = [],
): DemoItem | undefined {
  const taken = new Set(chosen.map(({ id }) => id));
  const free = stock.filter(({ id }) => !taken.has(id));
  const ofKind = nearest(
    free.filter(({ weaponCategory }) => kinds.includes(weaponCategory)),
    cents,
  );
  return ofKind !== undefined && ofKind.valueCents * 3 <= cents * 4 ? ofKind : nearest(free, cents);
}

const distance = ({ valueCents }: DemoItem, cents: number) => Math.abs(valueCents - cents);

const nearest = (items: readonly DemoItem[], cents: number): DemoItem | undefined =>
  items.reduce<DemoItem | undefined>(
    (best, item) => (best !== undefined && distance(best, cents) <= distance(item, cents) ? best : item),
    undefined,
  );

export const oddsOf = (wheel: readonly WheelItem[]) =>
  wheel.map(({ id, rolls }) => ({ itemId: id, units: BigInt(rolls) }));
