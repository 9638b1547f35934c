import { percentOfRolls, rollOf, seedHash, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { toId } from '../../../platform/ids.ts';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText, listOf, pageOf, pageQuery, Timestamp } from '../../../platform/schemas.ts';
import { ChancePercent, ClientSeedText, examplePrizeItem, PrizeItem, prizeItemView } from '../fairness/index.ts';
import type { OpeningsPage } from './openings.sql.ts';
import type { OpenedCases, Opening, StoredOpening } from './openings.types.ts';

const MAX_QUANTITY = 100;

export const OpenParams = Type.Object({ id: IdText });
export const OpenBody = Type.Object(
  {
    quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, default: 1, description: 'How many to open at once' }),
    ),
    clientSeed: Type.Optional(ClientSeedText),
  },
  { examples: [{ quantity: 1, clientSeed: 'my lucky seed' }] },
);

const Money = Type.String({ description: 'For a person', examples: ['R$ 45,00'] });
const Nullable = Type.Union([IdText, Type.Null()]);

const fairness = {
  nonce: Type.Integer({ minimum: 1, description: 'The number of this roll among those of its player' }),
  roll: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  serverSeed: Type.String({ description: 'Revealed with the result' }),
  serverSeedHash: Type.String({ description: 'What the server was bound to before' }),
  clientSeed: Type.String(),
  isFlip: Type.Boolean({ description: 'Whether the second wheel turned; it uses the same roll' }),
  chancePercent: ChancePercent,
};

const OpeningView = Type.Object({ id: IdText, ...fairness, item: PrizeItem, inventoryItemId: IdText });

const exampleSeeds = { serverSeed: '5e'.repeat(32), clientSeed: 'my lucky seed', nonce: 18 };
const exampleFairness = {
  ...exampleSeeds,
  roll: rollOf(exampleSeeds),
  serverSeedHash: seedHash(exampleSeeds.serverSeed),
  isFlip: false,
  chancePercent: '12.5',
};

export const OpenedView = Type.Object(
  {
    openings: Type.Array(OpeningView),
    balanceCents: CentsText,
    balanceFormatted: Money,
    totalCostCents: CentsText,
    totalWonCents: CentsText,
  },
  {
    examples: [
      {
        openings: [{ id: '9001', ...exampleFairness, item: examplePrizeItem, inventoryItemId: '501' }],
        balanceCents: '98010',
        balanceFormatted: 'R$ 980,10',
        totalCostCents: '1990',
        totalWonCents: '4500',
      },
    ],
  },
);

export function openedView(opened: OpenedCases): Static<typeof OpenedView> {
  return {
    openings: opened.openings.map(openingView),
    balanceCents: opened.balanceCents.toString(),
    balanceFormatted: formatBrl(opened.balanceCents),
    totalCostCents: opened.totalCostCents.toString(),
    totalWonCents: opened.totalWonCents.toString(),
  };
}

function openingView(opening: Opening): Static<typeof OpeningView> {
  const { id, nonce, roll, serverSeed, serverSeedHash, clientSeed, isFlip, item } = opening;
  return {
    id,
    nonce,
    roll,
    serverSeed,
    serverSeedHash,
    clientSeed,
    isFlip,
    chancePercent: percentOfRolls(widthOf(item)),
    item: prizeItemView({ ...item, valueCents: opening.itemValueCents }),
    inventoryItemId: opening.inventoryItemId,
  };
}

type ItemOfOpening = Pick<StoredOpening, 'itemId' | 'itemName' | 'itemImageUrl' | 'itemRarity' | 'itemValueCents'>;

export const wonItemView = (won: ItemOfOpening): Static<typeof PrizeItem> =>
  prizeItemView({
    itemId: won.itemId,
    name: won.itemName,
    imageUrl: won.itemImageUrl,
    rarity: won.itemRarity,
    valueCents: won.itemValueCents,
  });

const HistoryEntry = Type.Object({
  id: IdText,
  caseId: IdText,
  caseName: Type.String(),
  versionNumber: Type.Integer({ description: 'The version of the case that was played' }),
  priceCents: CentsText,
  ...fairness,
  item: PrizeItem,
  inventoryItemId: Nullable,
  flipServerSeed: Type.Null({ description: 'The second wheel uses the main roll, so this and the next are null' }),
  flipClientSeed: Type.Null(),
  flipNonce: Type.Null(),
  flipRoll: Type.Null(),
  committedAt: Timestamp,
  createdAt: Timestamp,
});

const noFlipRoll = { flipServerSeed: null, flipClientSeed: null, flipNonce: null, flipRoll: null };

export const OpeningHistory = Type.Object(listOf(HistoryEntry).properties, {
  examples: [
    {
      data: [
        {
          id: '9001',
          caseId: '5',
          caseName: 'Amazônia',
          versionNumber: 3,
          priceCents: '1990',
          ...exampleFairness,
          item: examplePrizeItem,
          inventoryItemId: '501',
          ...noFlipRoll,
          committedAt: '2026-11-15T11:59:00.000Z',
          createdAt: '2026-11-15T12:00:00.000Z',
        },
      ],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function historyEntryView(opening: StoredOpening): Static<typeof HistoryEntry> {
  const { id, caseId, caseName, versionNumber, nonce, roll, serverSeed, serverSeedHash, clientSeed } = opening;
  return {
    id,
    caseId,
    caseName,
    versionNumber,
    priceCents: opening.priceCents.toString(),
    nonce,
    roll,
    serverSeed,
    serverSeedHash,
    clientSeed,
    isFlip: opening.isFlip,
    chancePercent: percentOfRolls(opening.chanceWidth),
    item: wonItemView(opening),
    inventoryItemId: opening.inventoryItemId,
    ...noFlipRoll,
    committedAt: opening.committedAt.toISOString(),
    createdAt: opening.createdAt.toISOString(),
  };
}

export const HistoryQuery = pageQuery({
  before: Type.Optional({
    ...IdText,
    description: 'Only openings older than this one of yours: the fast way through a long list. Pages count from it',
  }),
});
export const UserHistoryParams = Type.Object({ userId: IdText });

export function openingsPageOf(query: Static<typeof HistoryQuery>): OpeningsPage {
  return { ...pageOf(query), before: query.before === undefined ? undefined : toId(query.before) };
}
