import { chanceOfPercent, percentOfChance, type Verification, verifyCommand } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { type AppError, defineError, validationFailed } from '../../../platform/errors.ts';
import { type Id, INT64_MAX, toId } from '../../../platform/ids.ts';
import { listOf, pageQuery, walkQuery } from '../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import { centsOf, IdText, idOf, moneyText, orNull } from '../../../platform/schemas.ts';
import {
  inventoryItemNotFound,
  itemDetailsNotFound,
  itemNotAvailable,
  itemOfAnotherUser,
} from '../../assets/inventory/index.ts';
import { CategoryField, NullableExterior, RarityField } from '../../assets/items/index.ts';
import { insufficientBalance } from '../../assets/wallet/index.ts';
import {
  ClientSeedText,
  type DrawnRoll,
  examplePrizeItem,
  exampleRoll,
  exampleStoredRoll,
  exampleVerifiedRoll,
  LogLeafView,
  logLeafOf,
  PrizeItem,
  prizeItemView,
  rollFields,
  rollView,
  type StoredRoll,
  storedRollFields,
  storedRollView,
  VerifiedRoll,
  verifiedRollView,
} from '../rolls/index.ts';
import type { OfferedTarget } from './list-targets.ts';
import { MAX_INPUTS, type UpgradeFault } from './upgrades.rules.ts';
import type { TargetFilter } from './upgrades.sql.ts';

/** What inventory items that were won in an upgrade name as their source, with the id of the upgrade. */
export const UPGRADE_SOURCE = 'UPGRADE';

/** An item of the catalogue with its value in BRL at the moment that is spoken of. */
export interface ValuedItem {
  id: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  valueCents: Cents;
}

/** What can be upgraded to. */
export interface UpgradeTarget extends ValuedItem {
  weaponCategory: string;
  exterior: string | null;
  isStatTrak: boolean;
}

/** What is staked, and for what. */
export interface StakeRequest {
  userId: Id<'user'>;
  inventoryItemIds: readonly Id<'inventoryItem'>[];
  /** The part paid from the balance; 0 where items alone are staked. */
  balanceCents: Cents;
  targetItemId: Id<'item'>;
}

/** An inventory item that somebody asks to stake, as it was found. */
export interface FoundItem {
  id: Id<'inventoryItem'>;
  isOwn: boolean;
  status: string;
  /** For the games of the platform alone. */
  isRestricted: boolean;
  /** Null where it has lost its entry in the catalogue. */
  item: ValuedItem | null;
}

/** All prices of one moment. */
export interface FoundStake {
  /** Those that exist, in the order of their ids. */
  items: FoundItem[];
  /** Null where it cannot be upgraded to. */
  target: ValuedItem | null;
}

export interface UpgradeInput {
  inventoryItemId: Id<'inventoryItem'>;
  item: ValuedItem;
}

/** A stake that may be played, with the chance that it has. Units are 1/10000 percent. */
export interface UpgradeOffer {
  inputs: readonly UpgradeInput[];
  target: ValuedItem;
  itemsValueCents: Cents;
  /** The part from the balance. */
  balanceCents: Cents;
  totalCents: Cents;
  edgeUnits: number;
  chanceUnits: number;
  successThreshold: number;
}

export type UpgradeStatus = 'WON' | 'LOST';

/** An upgrade to be written. */
export interface NewUpgrade extends UpgradeOffer, DrawnRoll {
  id: Id<'upgrade'>;
  userId: Id<'user'>;
  status: UpgradeStatus;
  /** What is won is for the games of the platform alone, since a part of what was staked was. */
  isRestricted: boolean;
  transferId: Id<'transfer'> | null;
  /** What was won. */
  wonInventoryItemId: Id<'inventoryItem'> | null;
}

export interface PerformedUpgrade extends NewUpgrade {
  /** The user's balance after it. */
  accountCents: Cents;
}

/** An upgrade as it is kept. */
export interface StoredUpgrade extends UpgradeOffer, StoredRoll {
  id: Id<'upgrade'>;
  userId: Id<'user'>;
  status: UpgradeStatus;
  wonInventoryItemId: Id<'inventoryItem'> | null;
}

export const upgradeNotFound = defineError(
  'UPGRADE_NOT_FOUND',
  404,
  'Upgrade não encontrado.',
  'You have no upgrade with this id.',
);
/** Prices or the house's share have changed since the player has seen a chance. */
export const chanceHasFallen = defineError(
  'CHANCE_HAS_FALLEN',
  409,
  {
    say: (chancePercent: string) => `A chance agora é de ${chancePercent}%.`,
    params: (chancePercent) => ({ chancePercent }),
    examples: [['44.9999']],
  },
  'The chance is below `minChancePercent`: calculate again, then decide. Nothing was taken.',
  (chancePercent: string) => ({
    errors: [{ field: 'minChancePercent', message: `a chance agora é de ${chancePercent}%` }],
  }),
);
const itemStakedTwice = () =>
  validationFailed([{ field: 'inventoryItemIds', message: 'must not contain the same entry twice' }]);
const stakeNeeded = (field: 'minMultiplier' | 'maxMultiplier') =>
  validationFailed([{ field, message: 'is of a stake: `stakeCents` is required with it' }]);

const targetNotFound = defineError(
  'TARGET_ITEM_NOT_FOUND',
  404,
  'O item desejado não foi encontrado.',
  'The catalogue has no item with this id to play for.',
);
const nothingStaked = defineError(
  'NOTHING_STAKED',
  400,
  'Total value must be greater than zero',
  'The staked items are worth nothing: stake others.',
);
const notBelowTarget = defineError(
  'STAKE_NOT_BELOW_TARGET',
  400,
  'Total value must be less than target item value',
  'The stake is worth as much as the target: stake less, or play for more.',
);
const chanceTooLow = defineError(
  'CHANCE_TOO_LOW',
  400,
  'Upgrade chance is too low',
  'The chance would be below the least that is played: stake more, or play for less.',
);

export function upgradeRefused(fault: UpgradeFault): AppError {
  switch (fault.kind) {
    case 'ITEM_ABSENT':
      return inventoryItemNotFound();
    case 'ITEM_FOREIGN':
      return itemOfAnotherUser();
    case 'ITEM_UNAVAILABLE':
      return itemNotAvailable(fault.id, fault.status, true);
    case 'ITEM_WITHOUT_DETAILS':
      return itemDetailsNotFound();
    case 'TARGET_ABSENT':
      return targetNotFound();
    case 'BALANCE_TOO_LOW':
      return insufficientBalance();
    case 'NOTHING_STAKED':
      return nothingStaked();
    case 'NOT_BELOW_TARGET':
      return notBelowTarget();
    case 'CHANCE_TOO_LOW':
      return chanceTooLow();
  }
}

const AmountText = Type.String({
  pattern: '^[0-9]{1,19}$',
  format: 'int64',
  'x-fault': 'must be whole cents from 0 on, as a decimal string within 64 bits',
  examples: ['1500'],
});
const Money = moneyText('For people to read');
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

const itemView = ({ id, ...item }: ValuedItem): Static<typeof PrizeItem> => prizeItemView({ itemId: id, ...item });

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

const exampleTarget = {
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

const oddsFields = {
  totalValueCents: centsOf('The stake: the items and the part from the balance'),
  totalValueFormatted: Money,
  targetValueCents: centsOf('Worth of the target'),
  targetValueFormatted: Money,
  edgePercent: { ...Percent, description: "The house's share of the chance, in percent", examples: ['10'] },
  chancePercent: Percent,
  successThreshold: Type.Integer({ description: 'Rolls from here to 10000000 win' }),
};
const exampleOdds = {
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

const HeldItem = Type.Object(
  { inventoryItemId: idOf('Id of the item in your inventory'), item: PrizeItem },
  { title: 'HeldItem', description: 'An item with its place in your inventory' },
);

/** What the answer of an upgrade and the history share. */
const PlayedUpgrade = Type.Object({
  id: idOf('Id of the upgrade'),
  logLeaf: LogLeafView,
  status: Type.Unsafe<'WON' | 'LOST'>({
    title: 'UpgradeStatus',
    type: 'string',
    enum: ['WON', 'LOST'],
    description: 'How it ended',
  }),
  isSuccess: Type.Boolean({ description: 'Whether it was won: the roll is at least the threshold' }),
  ...oddsFields,
  itemsValueCents: centsOf('Worth of the staked items'),
  stakedBalanceCents: centsOf('Amount from the balance'),
  ...rollFields,
  inputs: Type.Array(HeldItem, { description: 'The items staked, at their values of that moment' }),
  target: { ...PrizeItem, description: 'The target' },
  wonItem: Type.Union([HeldItem, Type.Null()], { description: 'Null where it was lost' }),
});

function playedUpgradeView(upgrade: PerformedUpgrade | StoredUpgrade): Static<typeof PlayedUpgrade> {
  const { id, status, wonInventoryItemId } = upgrade;
  const target = itemView(upgrade.target);
  return {
    id,
    logLeaf: logLeafOf('UPGRADES', id),
    status,
    isSuccess: status === 'WON',
    ...offerView(upgrade),
    itemsValueCents: upgrade.itemsValueCents.toString(),
    stakedBalanceCents: upgrade.balanceCents.toString(),
    ...rollView(upgrade),
    inputs: upgrade.inputs.map(({ inventoryItemId, item }) => ({ inventoryItemId, item: itemView(item) })),
    target,
    wonItem: wonInventoryItemId === null ? null : { inventoryItemId: wonInventoryItemId, item: target },
  };
}

const examplePlayed: Static<typeof PlayedUpgrade> = {
  id: '1',
  logLeaf: logLeafOf('UPGRADES', '1'),
  status: 'WON',
  isSuccess: true,
  ...exampleOdds,
  itemsValueCents: '4500',
  stakedBalanceCents: '0',
  ...exampleRoll,
  inputs: [{ inventoryItemId: '1', item: examplePrizeItem }],
  target: exampleTarget,
  wonItem: { inventoryItemId: '2', item: exampleTarget },
};

export const PerformedView = Type.Object(
  {
    ...PlayedUpgrade.properties,
    balanceCents: centsOf('Yours, after it'),
    balanceFormatted: Money,
  },
  {
    title: 'Upgrade',
    description: 'An upgrade that was played',
    examples: [{ ...examplePlayed, balanceCents: '98010', balanceFormatted: 'R$ 980,10' }],
  },
);

export function performedView(upgrade: PerformedUpgrade): Static<typeof PerformedView> {
  const { accountCents } = upgrade;
  return {
    ...playedUpgradeView(upgrade),
    balanceCents: accountCents.toString(),
    balanceFormatted: formatBrl(accountCents),
  };
}

export const PastUpgrade = Type.Object(
  { ...PlayedUpgrade.properties, ...storedRollFields },
  {
    title: 'PastUpgrade',
    description: 'An upgrade as the history has it',
    examples: [{ ...examplePlayed, ...exampleStoredRoll }],
  },
);

export const UpgradeHistory = listOf(PastUpgrade, {
  examples: [
    {
      data: [{ ...examplePlayed, ...exampleStoredRoll }],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function historyEntryView(upgrade: StoredUpgrade): Static<typeof PastUpgrade> {
  return { ...playedUpgradeView(upgrade), ...storedRollView(upgrade) };
}

export const HistoryQuery = walkQuery('Only upgrades older than this one of yours', {});

export const VerifyParams = Type.Object({ id: idOf('Id of the upgrade') });

export const VerifiedUpgrade = Type.Object(
  { upgradeId: idOf('Id of the upgrade'), ...VerifiedRoll.properties },
  { title: 'VerifiedUpgrade', examples: [{ upgradeId: '1', ...exampleVerifiedRoll }] },
);

export function verifiedUpgradeView(
  upgrade: StoredUpgrade,
  verification: Verification,
): Static<typeof VerifiedUpgrade> {
  const { status, totalValueCents, targetValueCents, edgePercent, chancePercent, successThreshold, ...played } =
    playedUpgradeView(upgrade);
  const command = verifyCommand(
    'upgrade',
    {
      ...rollView(upgrade),
      status,
      totalValueCents,
      targetValueCents,
      edgePercent,
      chancePercent,
      successThreshold,
      stakedBalanceCents: played.stakedBalanceCents,
      inputs: played.inputs.map(({ item: { valueCentsBrl } }) => ({ item: { valueCentsBrl } })),
    },
    null,
  );
  return { upgradeId: upgrade.id, ...verifiedRollView(upgrade, verification, command) };
}
