import { chanceOfPercent, percentOfChance } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { type Id, INT64_MAX, toId } from '../../../platform/ids.ts';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import { centsOf, IdText, idOf, moneyText, orNull } from '../../../platform/schemas.ts';
import { CategoryField, NullableExterior, RarityField } from '../../assets/items/index.ts';
import { ClientSeedText, PrizeItem, prizeItemView } from '../rolls/index.ts';
import type { OfferedTarget } from './list-targets.ts';
import { itemStakedTwice, stakeNeeded } from './upgrades.errors.ts';
import { MAX_INPUTS } from './upgrades.rules.ts';
import type { TargetFilter } from './upgrades.sql.ts';
import type { StakeRequest, UpgradeOffer, ValuedItem } from './upgrades.types.ts';

const AmountText = Type.String({
  pattern: '^[0-9]{1,19}$',
  format: 'int64',
  'x-fault': 'must be whole cents from 0 on, as a decimal string within 64 bits',
  examples: ['1500'],
});
export const Money = moneyText('For people to read');
const Percent = Type.String({ description: 'Exact, in percent', examples: ['40.5'] });

const Multiplier = Type.String({
  pattern: '^[0-9]{1,5}(\\.[0-9]{1,2})?$',
  'x-fault': 'must be a number with at most 2 digits after the point',
  examples: ['2.5'],
});

export const TargetsQuery = pageQuery({
  minValueCents: Type.Optional({ ...AmountText, description: 'Worth at least so many BRL cents' }),
  maxValueCents: Type.Optional({ ...AmountText, description: 'Worth at most so many BRL cents' }),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the name, in any case', examples: ['redline'] }),
  ),
  rarity: Type.Optional({ ...RarityField, description: 'Only those of this grade' }),
  weaponCategory: Type.Optional({ ...CategoryField, description: 'Only those of this category' }),
  stakeCents: Type.Optional({
    ...AmountText,
    description: 'Your possible stake in BRL cents: each target then has its chance',
  }),
  minMultiplier: Type.Optional({ ...Multiplier, description: 'Worth at least so many times `stakeCents`' }),
  maxMultiplier: Type.Optional({ ...Multiplier, description: 'Worth at most so many times `stakeCents`' }),
  sortOrder: Type.Optional(
    Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'asc', description: 'By value' }),
  ),
});

export function targetFilterOf(query: Static<typeof TargetsQuery>): TargetFilter {
  const { minValueCents = '1', maxValueCents = INT64_MAX, search, sortOrder = 'asc', rarity, weaponCategory } = query;
  const times = multipliedOf(query);
  return {
    // A multiple may be more than the database counts to.
    minValueCents: smallest(BigInt(INT64_MAX), largest(1n, BigInt(minValueCents), times.minCents ?? 0n)),
    maxValueCents: smallest(BigInt(INT64_MAX), BigInt(maxValueCents), times.maxCents ?? BigInt(INT64_MAX)),
    rarity: rarity ?? null,
    weaponCategory: weaponCategory ?? null,
    // Every name contains the empty text.
    search: search || null,
    sortOrder,
  };
}

const largest = (...all: readonly Cents[]) => all.reduce((one, other) => (other > one ? other : one));
const smallest = (...all: readonly Cents[]) => all.reduce((one, other) => (other < one ? other : one));

/** What times the stake comes to in cents; 400 where nobody has said what is staked. */
function multipliedOf({ stakeCents, minMultiplier, maxMultiplier }: Static<typeof TargetsQuery>) {
  if (minMultiplier === undefined && maxMultiplier === undefined) return { minCents: null, maxCents: null };
  if (stakeCents === undefined) throw stakeNeeded(minMultiplier === undefined ? 'maxMultiplier' : 'minMultiplier');
  const hundredths = (multiplier: string) => {
    const [whole = '0', part = ''] = multiplier.split('.');
    return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  };
  const timesStake = (multiplier: string) => BigInt(stakeCents) * hundredths(multiplier);
  return {
    minCents: minMultiplier === undefined ? null : (timesStake(minMultiplier) + 99n) / 100n,
    maxCents: maxMultiplier === undefined ? null : timesStake(maxMultiplier) / 100n,
  };
}

/** Null where the query does not say. */
export const stakeOf = ({ stakeCents }: Static<typeof TargetsQuery>): Cents | null =>
  stakeCents === undefined ? null : BigInt(stakeCents);

export const itemView = ({ id, ...item }: ValuedItem): Static<typeof PrizeItem> =>
  prizeItemView({ itemId: id, ...item });

const TargetView = Type.Object(
  {
    ...PrizeItem.properties,
    weaponCategory: Type.Unsafe<string>(CategoryField),
    exterior: Type.Unsafe<string | null>(NullableExterior),
    isStatTrak: Type.Boolean({ description: 'Whether it counts kills' }),
    chancePercent: orNull(
      Percent,
      'The chance of `stakeCents`; null where none was given, or this target cannot be played for with it',
    ),
  },
  { title: 'UpgradeTarget', description: 'An item that can be played for' },
);

export const exampleTarget = {
  id: '2',
  name: 'AWP | Asiimov (Field-Tested)',
  imageUrl: 'https://images.example/items/2.png',
  rarity: 'COVERT',
  rarityColor: '#eb4b4b',
  valueCentsBrl: '10000',
  valueFormatted: 'R$ 100,00',
};

export const TargetList = listOf(TargetView, {
  examples: [
    {
      data: [
        {
          ...exampleTarget,
          weaponCategory: 'SNIPER_RIFLE',
          exterior: 'FIELD_TESTED',
          isStatTrak: false,
          chancePercent: '40.5',
        },
      ],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function targetView(target: OfferedTarget): Static<typeof TargetView> {
  const { weaponCategory, exterior, isStatTrak, chanceUnits } = target;
  const chancePercent = chanceUnits === null ? null : percentOfChance(chanceUnits);
  const { id, name, imageUrl, rarity, valueCents } = target;
  return {
    ...itemView({ id, name, imageUrl, rarity, valueCents }),
    weaponCategory,
    exterior,
    isStatTrak,
    chancePercent,
  };
}

const stakeFields = {
  inventoryItemIds: Type.Array(IdText, {
    minItems: 1,
    maxItems: MAX_INPUTS,
    description: `1 to ${MAX_INPUTS} AVAILABLE items of yours, each once`,
  }),
  balanceCents: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      default: '0',
      description: 'Amount from your balance',
      'x-fault': 'must be whole cents from 0 to 999999999999999, as a decimal string',
      examples: ['1500'],
    }),
  ),
  targetItemId: idOf('The item of the catalogue that you play for'),
};
const exampleStake = { inventoryItemIds: ['1'], balanceCents: '0', targetItemId: '2' };

export const CalculateBody = Type.Object(stakeFields, { examples: [exampleStake] });
export const PerformBody = Type.Object(
  {
    ...stakeFields,
    clientSeed: Type.Optional(ClientSeedText),
    minChancePercent: Type.Optional(
      Type.String({
        pattern: '^(100|[1-9]?[0-9])(\\.[0-9]{1,4})?$',
        description: 'The least chance that you want to play at, as you have seen it: 409 where it is lower now',
        'x-fault': 'must be a percentage with at most 4 digits after the point, as a decimal string',
        examples: ['40.5'],
      }),
    ),
  },
  { examples: [exampleStake] },
);

/** 400 where an item is named twice, also in another spelling. */
export function stakeRequestOf(userId: Id<'user'>, body: Static<typeof CalculateBody>): StakeRequest {
  const inventoryItemIds = body.inventoryItemIds.map((id) => toId<'inventoryItem'>(id));
  if (new Set(inventoryItemIds).size < inventoryItemIds.length) throw itemStakedTwice();
  const { balanceCents = '0', targetItemId } = body;
  return { userId, inventoryItemIds, balanceCents: BigInt(balanceCents), targetItemId: toId(targetItemId) };
}

/** Null where any chance will do. */
export const minChanceUnitsOf = ({ minChancePercent }: Static<typeof PerformBody>): number | null =>
  minChancePercent === undefined ? null : chanceOfPercent(minChancePercent);

export const oddsFields = {
  totalValueCents: centsOf('The stake: the items and the part from the balance'),
  totalValueFormatted: Money,
  targetValueCents: centsOf('Worth of the target'),
  targetValueFormatted: Money,
  edgePercent: { ...Percent, description: "The house's share of the chance, in percent", examples: ['10'] },
  chancePercent: Percent,
  successThreshold: Type.Integer({ description: 'Rolls from here to 10000000 win' }),
};
export const exampleOdds = {
  totalValueCents: '4500',
  totalValueFormatted: 'R$ 45,00',
  targetValueCents: '10000',
  targetValueFormatted: 'R$ 100,00',
  edgePercent: '10',
  chancePercent: '40.5',
  successThreshold: 5_950_000,
};

export const OfferView = Type.Object(oddsFields, {
  title: 'UpgradeOffer',
  description: 'The chance of an upgrade',
  examples: [exampleOdds],
});

export function offerView(offer: UpgradeOffer): Static<typeof OfferView> {
  const { totalCents, target, edgeUnits, chanceUnits, successThreshold } = offer;
  return {
    totalValueCents: totalCents.toString(),
    totalValueFormatted: formatBrl(totalCents),
    targetValueCents: target.valueCents.toString(),
    targetValueFormatted: formatBrl(target.valueCents),
    edgePercent: percentOfChance(edgeUnits),
    chancePercent: percentOfChance(chanceUnits),
    successThreshold,
  };
}
