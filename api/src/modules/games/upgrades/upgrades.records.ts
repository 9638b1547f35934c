import {
  CHANCE_UNITS_PER_PERCENT,
  chanceOfPercent,
  DEFAULT_UPGRADE_EDGE_UNITS,
  percentOfChance,
  type Verification,
  verifyCommand,
} from '@lisura/fairness';
import { Type } from 'typebox';
import { type AppError, defineError, validationFailed } from '../../../platform/errors.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { listOf as pageOf, walkQuery } from '../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import {
  cents,
  flag,
  id,
  integer,
  listOf,
  oneOf,
  orNull,
  part,
  record,
  type Static,
  string,
} from '../../../platform/record.ts';
import { IdText, idOf } from '../../../platform/schemas.ts';
import { defineSetting } from '../../../platform/settings/settings.ts';
import {
  inventoryItemNotFound,
  itemDetailsNotFound,
  itemNotAvailable,
  itemOfAnotherUser,
} from '../../assets/inventory/index.ts';
import { insufficientBalance } from '../../assets/wallet/index.ts';
import type { NotificationContent } from '../../people/notifications/index.ts';
import {
  ClientSeedText,
  type DrawnRoll,
  LogLeafView,
  logLeafOf,
  PrizeItem,
  prizeItemView,
  rollFields,
  rollView,
  type StoredRoll,
  storedRollFields,
  verifiedRollFields,
  verifiedRollView,
} from '../rolls/index.ts';

/** Inventory items that were won in an upgrade name this as their source, with the id of the upgrade. */
export const UPGRADE_SOURCE = 'UPGRADE';
export const MAX_INPUTS = 6;

const UPGRADE_STATUSES = ['WON', 'LOST'] as const;
export type UpgradeStatus = (typeof UPGRADE_STATUSES)[number];

export type ValuedItem = Parameters<typeof prizeItemView>[0];

export interface StakeRequest {
  userId: Id<'user'>;
  inventoryItemIds: readonly Id<'inventoryItem'>[];
  balanceCents: Cents;
  targetItemId: Id<'item'>;
}

export interface FoundItem {
  id: Id<'inventoryItem'>;
  isOwn: boolean;
  status: string;
  isRestricted: boolean;
  /** Null: the item has lost its entry in the catalogue. */
  item: ValuedItem | null;
}

export interface FoundStake {
  /** Sorted by id; items that do not exist are missing. */
  items: FoundItem[];
  /** Null: nobody can upgrade to it. */
  target: ValuedItem | null;
}

/** A stake that may be played, with its chance. Units are 1/10000 percent. */
export interface UpgradeOffer {
  inputs: readonly { inventoryItemId: Id<'inventoryItem'>; item: ValuedItem }[];
  target: ValuedItem;
  itemsValueCents: Cents;
  balanceCents: Cents;
  totalCents: Cents;
  edgeUnits: number;
  chanceUnits: number;
  successThreshold: number;
}

interface Upgrade extends UpgradeOffer {
  id: Id<'upgrade'>;
  userId: Id<'user'>;
  status: UpgradeStatus;
  wonInventoryItemId: Id<'inventoryItem'> | null;
}

export interface PerformedUpgrade extends Upgrade, DrawnRoll {
  /** A restricted item among the stakes restricts the item that is won. */
  isRestricted: boolean;
  transferId: Id<'transfer'> | null;
  accountCents: Cents;
}

export interface StoredUpgrade extends Upgrade, StoredRoll {}

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
const examples = [{ inventoryItemIds: ['1'], balanceCents: '0', targetItemId: '2' }];

export const CalculateBody = Type.Object(stakeFields, { examples });
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
  { examples },
);

/** 400 where an item is named twice, also in another spelling. */
export function stakeRequestOf(userId: Id<'user'>, body: Static<typeof CalculateBody>): StakeRequest {
  const inventoryItemIds = body.inventoryItemIds.map((id) => toId<'inventoryItem'>(id));
  if (new Set(inventoryItemIds).size < inventoryItemIds.length) throw itemStakedTwice();
  const { balanceCents = '0', targetItemId } = body;
  return { userId, inventoryItemIds, balanceCents: BigInt(balanceCents), targetItemId: toId(targetItemId) };
}

export const minChanceUnitsOf = ({ minChancePercent }: Static<typeof PerformBody>): number | null =>
  minChancePercent === undefined ? null : chanceOfPercent(minChancePercent);

const oddsFields = {
  totalValueCents: cents('The stake: the items and the part from the balance', '4500'),
  totalValueFormatted: string('For people to read', 'R$ 45,00'),
  targetValueCents: cents('Worth of the target', '10000'),
  targetValueFormatted: string('For people to read', 'R$ 100,00'),
  edgePercent: string("The house's share of the chance, in percent", '10'),
  chancePercent: string('Exact, in percent', '40.5'),
  successThreshold: integer('Rolls from here to 10000000 win', 5_950_000),
};
export const Offer = record('UpgradeOffer', 'The chance of an upgrade', oddsFields);

export const offerView = ({ totalCents, target, edgeUnits, chanceUnits, successThreshold }: UpgradeOffer) => ({
  totalValueCents: totalCents,
  totalValueFormatted: formatBrl(totalCents),
  targetValueCents: target.valueCents,
  targetValueFormatted: formatBrl(target.valueCents),
  edgePercent: percentOfChance(edgeUnits),
  chancePercent: percentOfChance(chanceUnits),
  successThreshold,
});

const HeldItem = record('HeldItem', 'An item with its place in your inventory', {
  inventoryItemId: id<'inventoryItem'>('Id of the item in your inventory'),
  item: PrizeItem,
});

const playedFields = {
  id: id<'upgrade'>('Id of the upgrade'),
  logLeaf: part(
    LogLeafView,
    'Its leaf in the public log, as `GET /log/inclusion` takes it',
    logLeafOf('UPGRADES', '1'),
  ),
  status: oneOf(UPGRADE_STATUSES, 'UpgradeStatus', 'How it ended'),
  isSuccess: flag('Whether it was won: the roll is at least the threshold', true),
  ...oddsFields,
  itemsValueCents: cents('Worth of the staked items', '4500'),
  stakedBalanceCents: cents('Amount from the balance', '0'),
  ...rollFields,
  inputs: listOf(HeldItem, 'The items staked, at their values of that moment'),
  target: part(PrizeItem, 'The target'),
  wonItem: orNull(part(HeldItem, 'The item'), 'Null where it was lost'),
};

export const Performed = record('Upgrade', 'An upgrade that was played', {
  ...playedFields,
  balanceCents: cents('Yours, after it', '98010'),
  balanceFormatted: string('For people to read', 'R$ 980,10'),
});
export const PastUpgrade = record('PastUpgrade', 'An upgrade as the history has it', {
  ...playedFields,
  ...storedRollFields,
});
export const UpgradeHistory = pageOf(PastUpgrade, {
  examples: [{ data: PastUpgrade.examples, meta: { page: 1, limit: 20, total: 1 } }],
});
export const VerifiedUpgrade = record('VerifiedUpgrade', 'The computation of an upgrade', {
  upgradeId: idOf('Id of the upgrade'),
  ...verifiedRollFields,
});
export const HistoryQuery = walkQuery('Only upgrades older than this one of yours', {});
export const UpgradeParams = Type.Object({ id: idOf('Id of the upgrade') });

export function playedView<Played extends Upgrade>(upgrade: Played) {
  const { id, status, wonInventoryItemId, balanceCents } = upgrade;
  const target = prizeItemView(upgrade.target);
  return {
    ...upgrade,
    ...offerView(upgrade),
    logLeaf: logLeafOf('UPGRADES', id),
    isSuccess: status === 'WON',
    stakedBalanceCents: balanceCents,
    inputs: upgrade.inputs.map(({ inventoryItemId, item }) => ({ inventoryItemId, item: prizeItemView(item) })),
    target,
    wonItem: wonInventoryItemId === null ? null : { inventoryItemId: wonInventoryItemId, item: target },
  };
}

export const performedView = (upgrade: PerformedUpgrade) => ({
  ...playedView(upgrade),
  balanceCents: upgrade.accountCents,
  balanceFormatted: formatBrl(upgrade.accountCents),
});

export function verifiedView(upgrade: StoredUpgrade, verification: Verification) {
  const { totalValueFormatted: _, targetValueFormatted: __, ...odds } = offerView(upgrade);
  const command = verifyCommand(
    'upgrade',
    {
      ...rollView(upgrade),
      status: upgrade.status,
      ...odds,
      totalValueCents: odds.totalValueCents.toString(),
      targetValueCents: odds.targetValueCents.toString(),
      stakedBalanceCents: upgrade.balanceCents.toString(),
      inputs: upgrade.inputs.map(({ item }) => ({ item: { valueCentsBrl: item.valueCents.toString() } })),
    },
    null,
  );
  return { upgradeId: upgrade.id, ...verifiedRollView(upgrade, verification, command) };
}

const MAX_EDGE_PERCENT = 99;

/** The one spelling has no needless zeros. Throws RangeError for any other text. */
export function canonicalEdge(value: string | number): string {
  const text = String(value);
  const isPercent = /^(0|[1-9][0-9]?)(\.[0-9]{1,4})?$/.test(text);
  const units = isPercent ? chanceOfPercent(text) : Number.POSITIVE_INFINITY;
  if (units > MAX_EDGE_PERCENT * CHANCE_UNITS_PER_PERCENT) {
    throw new RangeError('must be a percentage from 0 to 99 with at most 4 digits after the point');
  }
  return percentOfChance(units);
}

export const upgradeEdgeSetting = defineSetting({
  key: 'upgradeEdgePercent',
  description: 'House edge on the chance of an upgrade. Each upgrade keeps the edge with which it was played.',
  schema: Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
    'x-fault': 'must be a percentage from 0 to 99 with at most 4 digits after the point',
  }),
  default: percentOfChance(DEFAULT_UPGRADE_EDGE_UNITS),
  bounds: { minimum: 0, maximum: 99 },
  normalise: canonicalEdge,
  weakenedBy: 'LOWERED',
});

export function upgradePerformed(
  upgradeId: string,
  status: 'WON' | 'LOST',
  targetItemName: string,
): NotificationContent {
  const metadata = { targetItemName, upgradeId };
  return status === 'WON'
    ? {
        type: 'UPGRADE_SUCCESS',
        title: 'Upgrade bem-sucedido',
        message: `Seu upgrade deu certo e você ganhou ${targetItemName}.`,
        en: { title: 'Your upgrade succeeded', message: `Your upgrade succeeded and you have won ${targetItemName}.` },
        metadata,
      }
    : {
        type: 'UPGRADE_FAIL',
        title: 'Upgrade sem sucesso',
        message: `Seu upgrade para ${targetItemName} não deu certo desta vez.`,
        en: { title: 'Your upgrade failed', message: `Your upgrade to ${targetItemName} did not succeed this time.` },
        metadata,
      };
}

export type UpgradeFault =
  | { kind: 'ITEM_UNAVAILABLE'; id: Id<'inventoryItem'>; status: string }
  | {
      kind:
        | 'ITEM_ABSENT'
        | 'ITEM_FOREIGN'
        | 'ITEM_WITHOUT_DETAILS'
        | 'TARGET_ABSENT'
        | 'BALANCE_TOO_LOW'
        | 'NOTHING_STAKED'
        | 'NOT_BELOW_TARGET'
        | 'CHANCE_TOO_LOW';
    };

export const upgradeNotFound = defineError(
  'UPGRADE_NOT_FOUND',
  404,
  'Upgrade não encontrado.',
  'You have no upgrade with this id.',
);
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
export const stakeNeeded = (field: 'minMultiplier' | 'maxMultiplier') =>
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
