import { chanceOfPercent, percentOfChance } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { type Id, INT64_MAX, toId } from '../../../platform/ids.ts';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { formatBrl } from '../../../platform/money.ts';
import { centsOf, IdText, idOf, moneyText } from '../../../platform/schemas.ts';
import { CategoryField, NullableExterior } from '../../assets/items/index.ts';
import { ClientSeedText, PrizeItem, prizeItemView } from '../rolls/index.ts';
import { itemStakedTwice } from './upgrades.errors.ts';
import { MAX_INPUTS } from './upgrades.rules.ts';
import type { TargetFilter } from './upgrades.sql.ts';
import type { StakeRequest, UpgradeOffer, UpgradeTarget, ValuedItem } from './upgrades.types.ts';

const AmountText = Type.String({
  pattern: '^[0-9]{1,19}$',
  format: 'int64',
  'x-fault': 'must be whole cents from 0 on, as a decimal string within 64 bits',
  examples: ['1500'],
});
export const Money = moneyText('For a person');
const Percent = Type.String({ description: 'Exact, in percent', examples: ['40.5'] });

export const TargetsQuery = pageQuery({
  minValueCents: Type.Optional({ ...AmountText, description: 'Worth at least so many BRL cents' }),
  maxValueCents: Type.Optional({ ...AmountText, description: 'Worth at most so many BRL cents' }),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the name, in any case', examples: ['redline'] }),
  ),
  sortOrder: Type.Optional(
    Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'asc', description: 'By value' }),
  ),
});

export function targetFilterOf(query: Static<typeof TargetsQuery>): TargetFilter {
  const { minValueCents = '1', maxValueCents = INT64_MAX, search, sortOrder = 'asc' } = query;
  const min = BigInt(minValueCents);
  return {
    minValueCents: min < 1n ? 1n : min,
    maxValueCents: BigInt(maxValueCents),
    // Every name contains the empty text.
    search: search || null,
    sortOrder,
  };
}

export const itemView = ({ id, ...item }: ValuedItem): Static<typeof PrizeItem> =>
  prizeItemView({ itemId: id, ...item });

const TargetView = Type.Object(
  {
    ...PrizeItem.properties,
    weaponCategory: Type.Unsafe<string>(CategoryField),
    exterior: Type.Unsafe<string | null>(NullableExterior),
    isStatTrak: Type.Boolean({ description: 'Whether it counts kills' }),
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
      data: [{ ...exampleTarget, weaponCategory: 'SNIPER_RIFLE', exterior: 'FIELD_TESTED', isStatTrak: false }],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function targetView(target: UpgradeTarget): Static<typeof TargetView> {
  const { weaponCategory, exterior, isStatTrak } = target;
  return { ...itemView(target), weaponCategory, exterior, isStatTrak };
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
      description: 'What you add from your balance',
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
  targetValueCents: centsOf('What the target is worth'),
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
