import { isFlip, percentOfRolls, pickItem, type Verification, verifyCommand, widthOf } from '@lisura/fairness';
import { Type } from 'typebox';
import { defineError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import { listOf as pageOf, walkQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import { cents, flag, id, integer, listOf, orNull, record, string } from '../../../../platform/record.ts';
import { idOf } from '../../../../platform/schemas.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';
import {
  ChancePercent,
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
  wonItemView,
} from '../../rolls/index.ts';
import {
  type CaseTerms,
  isPaused,
  MAX_OPENINGS_AT_ONCE,
  type PlayableCase,
  type PlayableItem,
} from '../cases.records.ts';

export interface OpenCommand {
  userId: Id<'user'>;
  playable: PlayableCase;
  quantity: number;
  /** Null: the seed of the user, or a random one for each opening. */
  clientSeed: string | null;
}

/** Null: any price or version will do. */
export interface ExpectedCase {
  priceCents: Cents | null;
  versionNumber: number | null;
}

interface OpeningOutcome {
  isFlip: boolean;
  item: PlayableItem;
}

export interface NewOpening extends DrawnRoll, OpeningOutcome {
  id: Id<'case-opening'>;
  inventoryItemId: Id<'inventoryItem'>;
  userId: Id<'user'>;
  playable: PlayableCase;
  transferId: Id<'transfer'>;
}

export interface Opening extends NewOpening {
  itemValueCents: Cents;
}

export interface OpenedCases {
  openings: readonly Opening[];
  balanceCents: Cents;
  totalCostCents: Cents;
  totalWonCents: Cents;
}

export interface StoredOpening extends StoredRoll {
  id: Id<'case-opening'>;
  userId: Id<'user'>;
  caseId: Id<'case'>;
  caseName: string;
  versionId: Id<'case-version'>;
  versionNumber: number;
  flipThreshold: number | null;
  itemId: Id<'item'>;
  itemName: string;
  itemImageUrl: string;
  itemRarity: string;
  itemValueCents: Cents;
  inventoryItemId: Id<'inventoryItem'>;
  priceCents: Cents;
  chanceWidth: number;
  isFlip: boolean;
}

export const openingNotFound = defineError(
  'OPENING_NOT_FOUND',
  404,
  'Abertura não encontrada.',
  'You have no opening with this id.',
);

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

const outcomeFields = {
  isFlip: flag('Whether the second wheel turned; it uses the same roll', false),
  chancePercent: { ...ChancePercent, examples: ['12.5'] },
};
/** `GET /api/cases/<caseId>/versions/<versionNumber>` answers the version that was played to everybody. */
const playedOnFields = {
  caseId: id<'case'>('Id of the case'),
  versionNumber: integer('The version of the case that was played; its ranges are public', 1),
};
const idField = id<'case-opening'>('Id of the opening');

const OpeningView = record('Opening', 'One opening of a case, with all that is needed to recompute it', {
  id: idField,
  logLeaf: LogLeafView,
  ...playedOnFields,
  ...rollFields,
  ...outcomeFields,
  item: PrizeItem,
  inventoryItemId: id<'inventoryItem'>('Id of the item in your inventory'),
});
export const OpenedView = record('OpenedCases', 'The openings of one request', {
  openings: listOf(OpeningView, 'In the order of their nonces'),
  balanceCents: cents('Yours, after it', '98010'),
  balanceFormatted: string('The balance, for a person', 'R$ 980,10'),
  totalCostCents: cents('Price of all openings', '1990'),
  totalWonCents: cents('Present worth of all items won', '4500'),
});

export const openedView = (opened: OpenedCases) => ({
  ...opened,
  openings: opened.openings.map(openingView),
  balanceFormatted: formatBrl(opened.balanceCents),
});

const openingView = (opening: Opening) => ({
  ...opening,
  logLeaf: logLeafOf('CASES', opening.id),
  caseId: opening.playable.id,
  versionNumber: opening.playable.versionNumber,
  chancePercent: percentOfRolls(widthOf(opening.item)),
  item: prizeItemView({ ...opening.item, valueCents: opening.itemValueCents }),
});

const alwaysNull = (description: string) => Type.Unsafe<null>({ ...Type.Null({ description }), examples: [null] });
const PastOpening = record('PastOpening', 'An opening as the history has it', {
  id: idField,
  logLeaf: LogLeafView,
  caseName: string('Present name of the case', 'Amazônia'),
  ...playedOnFields,
  priceCents: cents('Price, in BRL cents', '1990'),
  ...storedRollFields,
  ...outcomeFields,
  item: PrizeItem,
  inventoryItemId: orNull(
    id<'inventoryItem'>('Id of the item'),
    'Id of the item in your inventory; null if it is no longer known',
  ),
  flipServerSeed: alwaysNull('The second wheel uses the main roll, so this and the next are null'),
  flipClientSeed: alwaysNull('Always null'),
  flipNonce: alwaysNull('Always null'),
  flipRoll: alwaysNull('Always null'),
});
export const OpeningHistory = pageOf(PastOpening, {
  examples: [{ data: PastOpening.examples, meta: { page: 1, limit: 20, total: 1 } }],
});

export const historyEntryView = (opening: StoredOpening) => ({
  ...opening,
  logLeaf: logLeafOf('CASES', opening.id),
  chancePercent: percentOfRolls(opening.chanceWidth),
  item: wonItemView(opening),
  flipServerSeed: null,
  flipClientSeed: null,
  flipNonce: null,
  flipRoll: null,
});

export const HistoryQuery = walkQuery('Only openings older than this one of yours', {});
export const UserHistoryParams = Type.Object({ userId: idOf('Id of the user') });

export const VerifiedOpening = record('VerifiedOpening', 'The computation of an opening', {
  openingId: idOf('Id of the opening'),
  ...verifiedRollFields,
});

export function verifiedOpeningView(opening: StoredOpening, verification: Verification, publicUrl: string) {
  const { caseId, versionNumber, isFlip, chanceWidth, itemId } = opening;
  const chancePercent = percentOfRolls(chanceWidth);
  const played = { caseId, versionNumber, ...rollView(opening), isFlip, chancePercent, item: { id: itemId } };
  const command = verifyCommand('opening', played, publicUrl);
  return { openingId: opening.id, ...verifiedRollView(opening, verification, command) };
}

type Told = Pick<Opening, 'id' | 'isFlip' | 'itemValueCents'> & { item: { name: string }; playable: { name: string } };

/** One request makes one notification. */
export function casesOpened(openings: readonly Told[]): NotificationContent {
  const best = openings.reduce((most, other) => (other.itemValueCents > most.itemValueCents ? other : most));
  const { item, playable } = best;
  const metadata = { itemName: item.name, isFlip: best.isFlip, openingId: best.id };
  if (openings.length === 1) {
    return {
      type: 'CASE_OPENING',
      title: 'Caixa aberta',
      message: `Você abriu uma caixa e ganhou ${item.name}.`,
      en: { title: 'The case is open', message: `You have opened a case and won ${item.name}.` },
      metadata,
    };
  }
  const count = openings.length;
  return {
    type: 'CASE_OPENING',
    title: `${count} aberturas de ${playable.name}`,
    message: `Você abriu ${count} caixas de uma vez. O melhor item foi ${item.name}.`,
    en: {
      title: `${count} openings of ${playable.name}`,
      message: `You have opened ${count} cases at once. The best item was ${item.name}.`,
    },
    metadata: { ...metadata, count, caseName: playable.name },
  };
}

/** The second wheel uses the same roll: it turns from the threshold on, and stops at the same item. */
export const outcomeOf = (playable: PlayableCase, roll: number): OpeningOutcome => ({
  isFlip: isFlip(playable.flipThreshold, roll),
  item: pickItem(playable.items, roll),
});

/** A case without terms has no contents now. */
export function isAsPlayed(playable: PlayableCase, terms: CaseTerms | undefined): boolean {
  return (
    terms !== undefined &&
    terms.status === 'ACTIVE' &&
    terms.versionId === playable.versionId &&
    terms.priceCents === playable.priceCents &&
    terms.name === playable.name &&
    terms.priceEpoch === playable.priceEpoch &&
    !isPaused({ ...playable, maxRtpPercent: terms.maxRtpPercent })
  );
}

/** Each surprise names its field of the request. */
export function surprisesOf(expected: ExpectedCase, { priceCents, versionNumber }: PlayableCase) {
  const surprises: { field: string; message: string }[] = [];
  if (expected.priceCents !== null && expected.priceCents !== priceCents) {
    surprises.push({ field: 'expectedPriceCents', message: `o preço agora é de ${formatBrl(priceCents)}` });
  }
  if (expected.versionNumber !== null && expected.versionNumber !== versionNumber) {
    surprises.push({ field: 'expectedVersion', message: `a versão agora é a ${versionNumber}` });
  }
  return surprises;
}
