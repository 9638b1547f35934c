import { percentOfRolls, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { centsOf, idOf, moneyText, orNull } from '../../../../platform/schemas.ts';
import {
  ChancePercent,
  ClientSeedText,
  examplePrizeItem,
  exampleRoll,
  exampleStoredRoll,
  LogLeafView,
  logLeafOf,
  PrizeItem,
  prizeItemView,
  rollFields,
  rollView,
  storedRollFields,
  storedRollView,
  wonItemView,
} from '../../rolls/index.ts';
import { MAX_OPENINGS_AT_ONCE } from '../cases.types.ts';
import type { OpenedCases, Opening, StoredOpening } from './openings.types.ts';

export const OpenParams = Type.Object({ id: idOf('Id of the case') });
export const OpenBody = Type.Object(
  {
    quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_OPENINGS_AT_ONCE, default: 1, description: 'How many to open at once' }),
    ),
    clientSeed: Type.Optional(ClientSeedText),
    expectedPriceCents: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,19}$',
        description: 'The price of one opening that you expect: 409 if it is another',
        'x-fault': 'must be whole cents from 0 on, as a decimal string',
        examples: ['1990'],
      }),
    ),
    expectedVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The `versionNumber` that you expect to play: 409 where it is any other',
        examples: [3],
      }),
    ),
  },
  { examples: [{ quantity: 1 }] },
);

/** What an opening adds to its roll. */
const outcomeFields = {
  isFlip: Type.Boolean({ description: 'Whether the second wheel turned; it uses the same roll' }),
  chancePercent: ChancePercent,
};
const exampleOutcome = { isFlip: false, chancePercent: '12.5' };

/** What an opening was played on, for everybody at `GET /api/cases/<caseId>/versions/<versionNumber>`. */
const playedOnFields = {
  caseId: idOf('Id of the case'),
  versionNumber: Type.Integer({ description: 'The version of the case that was played; its ranges are public' }),
};

const OpeningView = Type.Object(
  {
    id: idOf('Id of the opening'),
    logLeaf: LogLeafView,
    ...playedOnFields,
    ...rollFields,
    ...outcomeFields,
    item: PrizeItem,
    inventoryItemId: idOf('Id of the item in your inventory'),
  },
  { title: 'Opening', description: 'One opening of a case, with all that is needed to recompute it' },
);

export const OpenedView = Type.Object(
  {
    openings: Type.Array(OpeningView, { description: 'In the order of their nonces' }),
    balanceCents: centsOf('Yours, after it'),
    balanceFormatted: moneyText('The balance, for a person'),
    totalCostCents: centsOf('Price of all openings'),
    totalWonCents: centsOf('Present worth of all items won'),
  },
  {
    title: 'OpenedCases',
    examples: [
      {
        openings: [
          {
            id: '1',
            logLeaf: logLeafOf('CASES', '1'),
            caseId: '1',
            versionNumber: 1,
            ...exampleRoll,
            ...exampleOutcome,
            item: examplePrizeItem,
            inventoryItemId: '1',
          },
        ],
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
  const { id, isFlip, item, playable } = opening;
  return {
    id,
    logLeaf: logLeafOf('CASES', id),
    caseId: playable.id,
    versionNumber: playable.versionNumber,
    ...rollView(opening),
    isFlip,
    chancePercent: percentOfRolls(widthOf(item)),
    item: prizeItemView({ ...item, valueCents: opening.itemValueCents }),
    inventoryItemId: opening.inventoryItemId,
  };
}

const HistoryEntry = Type.Object(
  {
    id: idOf('Id of the opening'),
    logLeaf: LogLeafView,
    caseName: Type.String({ description: 'Present name of the case' }),
    ...playedOnFields,
    priceCents: centsOf('Price, in BRL cents'),
    ...storedRollFields,
    ...outcomeFields,
    item: PrizeItem,
    inventoryItemId: orNull(idOf('Id of the item'), 'Id of the item in your inventory; null if it is no longer known'),
    flipServerSeed: Type.Null({ description: 'The second wheel uses the main roll, so this and the next are null' }),
    flipClientSeed: Type.Null({ description: 'Always null' }),
    flipNonce: Type.Null({ description: 'Always null' }),
    flipRoll: Type.Null({ description: 'Always null' }),
  },
  { title: 'PastOpening', description: 'An opening as the history has it' },
);

const noFlipRoll = { flipServerSeed: null, flipClientSeed: null, flipNonce: null, flipRoll: null };

export const OpeningHistory = listOf(HistoryEntry, {
  examples: [
    {
      data: [
        {
          id: '1',
          logLeaf: logLeafOf('CASES', '1'),
          caseId: '1',
          caseName: 'Amazônia',
          versionNumber: 3,
          priceCents: '1990',
          ...exampleStoredRoll,
          ...exampleOutcome,
          item: examplePrizeItem,
          inventoryItemId: '1',
          ...noFlipRoll,
        },
      ],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function historyEntryView(opening: StoredOpening): Static<typeof HistoryEntry> {
  const { id, caseId, caseName, versionNumber } = opening;
  return {
    id,
    logLeaf: logLeafOf('CASES', id),
    caseId,
    caseName,
    versionNumber,
    priceCents: opening.priceCents.toString(),
    ...storedRollView(opening),
    isFlip: opening.isFlip,
    chancePercent: percentOfRolls(opening.chanceWidth),
    item: wonItemView(opening),
    inventoryItemId: opening.inventoryItemId,
    ...noFlipRoll,
  };
}

export const HistoryQuery = walkQuery('Only openings older than this one of yours', {});
export const UserHistoryParams = Type.Object({ userId: idOf('Id of the user') });
