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

/** An item, and how many of the ten million rolls give it. */
export type WheelItem = DemoItem & { rolls: number };

/** A place on a wheel: what its item is worth to what the wheel is about, and how many rolls give it. */
interface Slot {
  worth: number;
  rolls: number;
}

/** From little risk to much: what comes most often is worth ever less, and the rarest ever more. */
export const WHEELS = {
  gentle: [
    { worth: 0.5, rolls: 3_200_000 },
    { worth: 0.7, rolls: 2_400_000 },
    { worth: 0.9, rolls: 1_800_000 },
    { worth: 1.1, rolls: 1_200_000 },
    { worth: 1.5, rolls: 800_000 },
    { worth: 2, rolls: 400_000 },
    { worth: 3, rolls: 150_000 },
    { worth: 5, rolls: 45_000 },
    { worth: 8, rolls: 5_000 },
  ],
  classic: [
    { worth: 0.1, rolls: 3_000_000 },
    { worth: 0.25, rolls: 2_400_000 },
    { worth: 0.5, rolls: 1_800_000 },
    { worth: 0.8, rolls: 1_200_000 },
    { worth: 1.5, rolls: 800_000 },
    { worth: 2.5, rolls: 500_000 },
    { worth: 5, rolls: 200_000 },
    { worth: 10, rolls: 90_000 },
    { worth: 25, rolls: 10_000 },
  ],
  bold: [
    { worth: 0.05, rolls: 4_200_000 },
    { worth: 0.1, rolls: 2_600_000 },
    { worth: 0.2, rolls: 1_500_000 },
    { worth: 0.5, rolls: 800_000 },
    { worth: 1, rolls: 450_000 },
    { worth: 3, rolls: 250_000 },
    { worth: 8, rolls: 130_000 },
    { worth: 20, rolls: 60_000 },
    { worth: 60, rolls: 10_000 },
  ],
  jackpot: [
    { worth: 0.3, rolls: 5_000_000 },
    { worth: 0.6, rolls: 3_000_000 },
    { worth: 0.9, rolls: 1_200_000 },
    { worth: 1.5, rolls: 500_000 },
    { worth: 4, rolls: 200_000 },
    { worth: 10, rolls: 80_000 },
    { worth: 30, rolls: 15_000 },
    { worth: 100, rolls: 5_000 },
  ],
} satisfies Record<string, readonly Slot[]>;

/** Everything that has a price, read once: what is chosen from it is chosen in memory. */
export async function listDemoItems(db: Db): Promise<DemoItem[]> {
  return db.query<DemoItem>(sql`
    select id, image_url as "imageUrl", value_cents_brl::int as "valueCents", weapon_category as "weaponCategory"
    from items where archived_at is null and value_cents_brl > 0 order by id`);
}

/** The items of a wheel: each about as much worth as its place asks, of these kinds where there are such, none twice. */
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

/** The nearest in value that is not chosen yet: of the kinds, unless all that are left of them are dearer by over a third. */
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
