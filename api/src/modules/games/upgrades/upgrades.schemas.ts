import { percentOfChance } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { type Id, INT64_MAX, toId } from '../../../platform/ids.ts';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText, listOf, pageQuery } from '../../../platform/schemas.ts';
import { ClientSeedText } from '../fairness/index.ts';
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
export const Money = Type.String({ description: 'For a person', examples: ['R$ 45,00'] });
const Percent = Type.String({ description: 'Exact, in percent', examples: ['40.5'] });

export const TargetsQuery = pageQuery({
  minValueCents: Type.Optional({ ...AmountText, description: 'BRL cents' }),
  maxValueCents: Type.Optional({ ...AmountText, description: 'BRL cents' }),
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

export const ItemView = Type.Object({
  id: IdText,
  name: Type.String(),
  imageUrl: Type.String(),
  rarity: Type.String(),
  valueCentsBrl: CentsText,
  valueFormatted: Money,
});

export function itemView({ id, name, imageUrl, rarity, valueCents }: ValuedItem): Static<typeof ItemView> {
  return {
    id,
    name,
    imageUrl,
    rarity,
    valueCentsBrl: valueCents.toString(),
    valueFormatted: formatBrl(valueCents),
  };
}

const TargetView = Type.Object({
  ...ItemView.properties,
  weaponCategory: Type.String(),
  exterior: Type.Union([Type.String(), Type.Null()], { description: 'Null where that does not apply' }),
  isStatTrak: Type.Boolean(),
});

export const exampleInputItem = {
  id: '77',
  name: 'AK-47 | Redline (Field-Tested)',
  imageUrl: 'https://images.example/items/77.png',
  rarity: 'CLASSIFIED',
  valueCentsBrl: '4500',
  valueFormatted: 'R$ 45,00',
};
export const exampleTarget = {
  id: '12',
  name: 'AWP | Asiimov (Field-Tested)',
  imageUrl: 'https://images.example/items/12.png',
  rarity: 'COVERT',
  valueCentsBrl: '10000',
  valueFormatted: 'R$ 100,00',
};

export const TargetList = Type.Object(listOf(TargetView).properties, {
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
  targetItemId: { ...IdText, description: 'The item of the catalogue that you play for' },
};
const exampleStake = { inventoryItemIds: ['501'], balanceCents: '0', targetItemId: '12' };

export const CalculateBody = Type.Object(stakeFields, { examples: [exampleStake] });
export const PerformBody = Type.Object(
  { ...stakeFields, clientSeed: Type.Optional(ClientSeedText) },
  { examples: [{ ...exampleStake, clientSeed: 'my lucky seed' }] },
);

/** 400 where an item is named twice, also in another spelling. */
export function stakeRequestOf(userId: Id<'user'>, body: Static<typeof CalculateBody>): StakeRequest {
  const inventoryItemIds = body.inventoryItemIds.map((id) => toId<'inventoryItem'>(id));
  if (new Set(inventoryItemIds).size < inventoryItemIds.length) throw itemStakedTwice();
  const { balanceCents = '0', targetItemId } = body;
  return { userId, inventoryItemIds, balanceCents: BigInt(balanceCents), targetItemId: toId(targetItemId) };
}

export const oddsFields = {
  totalValueCents: { ...CentsText, description: 'The stake: the items and the part from the balance' },
  totalValueFormatted: Money,
  targetValueCents: CentsText,
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

export const OfferView = Type.Object(oddsFields, { examples: [exampleOdds] });

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
