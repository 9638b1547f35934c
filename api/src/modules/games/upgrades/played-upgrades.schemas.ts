import { rollOf, seedHash, type Verification } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { toId } from '../../../platform/ids.ts';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText, listOf, pageOf, pageQuery, Timestamp } from '../../../platform/schemas.ts';
import { exampleVerifiedRoll, VerifiedRoll, verifiedRollView } from '../fairness/index.ts';
import {
  exampleInputItem,
  exampleOdds,
  exampleTarget,
  ItemView,
  itemView,
  Money,
  oddsFields,
  offerView,
} from './upgrades.schemas.ts';
import type { UpgradesPage } from './upgrades.sql.ts';
import type { PerformedUpgrade, StoredUpgrade } from './upgrades.types.ts';

const GivenItem = Type.Object({ inventoryItemId: IdText, item: ItemView });

/** What the answer of an upgrade and the history share. */
const PlayedUpgrade = Type.Object({
  id: IdText,
  status: Type.Unsafe<'WON' | 'LOST'>({ type: 'string', enum: ['WON', 'LOST'] }),
  isSuccess: Type.Boolean({ description: 'Whether it was won: the roll is at least the threshold' }),
  ...oddsFields,
  itemsValueCents: { ...CentsText, description: 'What the items staked were worth' },
  stakedBalanceCents: { ...CentsText, description: 'What was added from the balance' },
  roll: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  nonce: Type.Integer({ minimum: 1, description: 'The number of this roll among those of its player' }),
  serverSeed: Type.String({ description: 'Revealed with the result' }),
  serverSeedHash: Type.String({ description: 'What the server was bound to before' }),
  clientSeed: Type.String(),
  inputs: Type.Array(GivenItem, { description: 'The items staked, at their values of that moment' }),
  target: ItemView,
  wonItem: Type.Union([GivenItem, Type.Null()], { description: 'Null where it was lost' }),
});

function playedUpgradeView(upgrade: PerformedUpgrade | StoredUpgrade): Static<typeof PlayedUpgrade> {
  const { id, status, roll, nonce, serverSeed, serverSeedHash, clientSeed, wonInventoryItemId } = upgrade;
  const target = itemView(upgrade.target);
  return {
    id,
    status,
    isSuccess: status === 'WON',
    ...offerView(upgrade),
    itemsValueCents: upgrade.itemsValueCents.toString(),
    stakedBalanceCents: upgrade.balanceCents.toString(),
    roll,
    nonce,
    serverSeed,
    serverSeedHash,
    clientSeed,
    inputs: upgrade.inputs.map(({ inventoryItemId, item }) => ({ inventoryItemId, item: itemView(item) })),
    target,
    wonItem: wonInventoryItemId === null ? null : { inventoryItemId: wonInventoryItemId, item: target },
  };
}

const exampleSeeds = { serverSeed: '5e'.repeat(32), clientSeed: 'my lucky seed', nonce: 18 };
const examplePlayed: Static<typeof PlayedUpgrade> = {
  id: '3001',
  status: 'WON',
  isSuccess: true,
  ...exampleOdds,
  itemsValueCents: '4500',
  stakedBalanceCents: '0',
  ...exampleSeeds,
  roll: rollOf(exampleSeeds),
  serverSeedHash: seedHash(exampleSeeds.serverSeed),
  inputs: [{ inventoryItemId: '501', item: exampleInputItem }],
  target: exampleTarget,
  wonItem: { inventoryItemId: '502', item: exampleTarget },
};

export const PerformedView = Type.Object(
  {
    ...PlayedUpgrade.properties,
    balanceCents: { ...CentsText, description: 'Yours, after it' },
    balanceFormatted: Money,
  },
  { examples: [{ ...examplePlayed, balanceCents: '98010', balanceFormatted: 'R$ 980,10' }] },
);

export function performedView(upgrade: PerformedUpgrade): Static<typeof PerformedView> {
  const { accountCents } = upgrade;
  return {
    ...playedUpgradeView(upgrade),
    balanceCents: accountCents.toString(),
    balanceFormatted: formatBrl(accountCents),
  };
}

const HistoryEntry = Type.Object({ ...PlayedUpgrade.properties, committedAt: Timestamp, createdAt: Timestamp });

export const UpgradeHistory = Type.Object(listOf(HistoryEntry).properties, {
  examples: [
    {
      data: [{ ...examplePlayed, committedAt: '2026-11-15T11:59:00.000Z', createdAt: '2026-11-15T12:00:00.000Z' }],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function historyEntryView(upgrade: StoredUpgrade): Static<typeof HistoryEntry> {
  return {
    ...playedUpgradeView(upgrade),
    committedAt: upgrade.committedAt.toISOString(),
    createdAt: upgrade.createdAt.toISOString(),
  };
}

export const HistoryQuery = pageQuery({
  before: Type.Optional({
    ...IdText,
    description: 'Only upgrades older than this one of yours: the fast way through a long list. Pages count from it',
  }),
});

export function upgradesPageOf(query: Static<typeof HistoryQuery>): UpgradesPage {
  return { ...pageOf(query), before: query.before === undefined ? undefined : toId(query.before) };
}

export const VerifyParams = Type.Object({ id: IdText });

export const VerifiedUpgrade = Type.Object(
  { upgradeId: IdText, ...VerifiedRoll.properties },
  { examples: [{ upgradeId: '3001', ...exampleVerifiedRoll }] },
);

export function verifiedUpgradeView(
  upgrade: StoredUpgrade,
  verification: Verification,
): Static<typeof VerifiedUpgrade> {
  return { upgradeId: upgrade.id, ...verifiedRollView(upgrade, verification) };
}
