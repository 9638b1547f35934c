import {
  CLIENT_SEED_SOURCES,
  type ClientSeedSource,
  type GivenItems,
  type ItemRange,
  RESULT_KINDS,
  type RecordedRoll,
  type ResultKind,
  rollOf,
  rollsOfPercent,
  seedHash,
  type Verification,
  type WeightedItem,
} from '@lisura/fairness';
import { Type } from 'typebox';
import type { FieldFault } from '../../../platform/errors.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import { flag, group, listOf, oneOf, orNull, record, type Static, string, time } from '../../../platform/record.ts';
import { centsOf, documentedAs, idOf, moneyText } from '../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../assets/items/index.ts';

/** A stream has nonces of its own, which count from 1, and a server seed for each roll. */
export type Stream = string & { readonly stream: true };

/** All games that take the user's next nonce share this stream. */
export const userStream = (userId: Id<'user'>) => `user:${userId}` as Stream;

export interface NonceRange {
  stream: Stream;
  firstNonce: number;
  count: number;
}

export interface Run<Value> {
  stream: Stream;
  firstNonce: number;
  values: readonly Value[];
}

export interface PaidRolls extends NonceRange {
  clientSeed: string | null;
  clientSeedSource: ClientSeedSource;
}

export interface CommittedSeed {
  /** 64 hex characters. */
  serverSeed: string;
  serverSeedHash: string;
  /** PostgreSQL prints it to the microsecond. It is null if the play's own transaction committed to the seed. */
  committedAt: string | null;
}

const EXAMPLE = { serverSeed: '5e'.repeat(32), clientSeed: 'my lucky seed', nonce: 18 };

/** These fields are all that is needed to recompute a roll. */
export const rollFields = {
  nonce: Type.Integer({
    minimum: 1,
    description: 'The number of this roll among those of its player',
    examples: [EXAMPLE.nonce],
  }),
  roll: Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    description: 'The number that was drawn',
    examples: [rollOf(EXAMPLE)],
  }),
  serverSeed: string('Revealed with the result', EXAMPLE.serverSeed),
  serverSeedHash: string('Hash that bound the server before', seedHash(EXAMPLE.serverSeed)),
  clientSeed: string('The client seed that it was drawn with', EXAMPLE.clientSeed),
  clientSeedSource: orNull(
    oneOf<ClientSeedSource>(CLIENT_SEED_SOURCES, 'ClientSeedSource', 'The side that chose the client seed'),
    'Origin of the client seed: the request, your account, or the server when it played, which proves less. Null ' +
      'for rolls from before this was recorded',
    'REQUEST',
  ),
};

export const storedRollFields = {
  ...rollFields,
  committedAt: time('When the server was bound to its seed', '2026-11-15T11:59:00.000Z'),
  createdAt: time('When it was played'),
};
const StoredRoll = Type.Object(storedRollFields);
export type StoredRoll = Static<typeof StoredRoll>;

/** Everything but the roll was fixed before, and all of it is revealed with the result. */
export type DrawnRoll = Omit<StoredRoll, 'clientSeedSource' | keyof CommittedSeed | 'createdAt'> &
  CommittedSeed & { clientSeedSource: ClientSeedSource };

export const ClientSeedText = Type.String({
  maxLength: 128,
  pattern: '^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]*$',
  description:
    'Client seed for this request alone, instead of the one of your account; empty means none. Draw a new one for ' +
    'each play, after the hash was shown: that proves the most. Without any the server draws one, which proves less',
  'x-fault': 'must have at most 128 printable characters',
  'x-drawn-by-caller': true,
});

export const givenSeed = (clientSeed: string | undefined): string | null => clientSeed || null;

export const LogLeafView = record('LogLeafName', 'Its leaf in the public log, as `GET /log/inclusion` takes it', {
  kind: Type.Unsafe<ResultKind>({
    type: 'string',
    enum: [...RESULT_KINDS],
    description: 'Game of the leaf',
    examples: ['CASES'],
  }),
  id: idOf('Id of the result'),
});

/** A shared game has a result only at its end. */
export const LogLeafAtTheEnd = orNull(
  Type.Unsafe<Static<typeof LogLeafView>>(LogLeafView),
  'Its leaf in the public log, as `GET /log/inclusion` takes it; null until it has a result',
);

export const logLeafOf = (kind: ResultKind, id: string): Static<typeof LogLeafView> => ({ kind, id });

const Step = record('VerificationStep', 'One step of the computation', {
  name: string('Names the step', 'roll'),
  explanation: string('The computation, in plain words', 'The modulo plus 1 is the roll recorded'),
  computed: string('Result of the computation', '1170576'),
  expected: orNull(string('Result', '1170576'), 'Expected result; null for a step on the way to one that is compared'),
  ok: flag('Whether it is as it must be', true),
});

export const verifiedRollFields = {
  valid: flag('Every step is ok', true),
  serverSeed: string('Revealed with the result', '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752'),
  serverSeedHash: string(
    'Hash that bound the server before',
    '85f815ceddbbdd87e9610621d16b22845473d83626baef15e88904c17be69778',
  ),
  clientSeed: rollFields.clientSeed,
  clientSeedSource: rollFields.clientSeedSource,
  nonce: Type.Integer({ description: 'The number of the roll in its stream', examples: [1] }),
  roll: Type.Integer({ description: 'The number that was drawn', examples: [1_170_576] }),
  steps: listOf(Step, 'The computation in its order'),
  notes: listOf(
    Type.String(),
    'Limits of the proof although the roll is valid, in plain words, and how to prove more',
    [],
  ),
  command: string(
    'Command that checks the same on your own machine, without an account: it holds the play, and asks this server ' +
      'for the public data of the game',
    `npx @lisura/fairness opening --opening='{"caseId":"1","versionNumber":1,…}' --server='https://lisura.example'`,
  ),
};

export function verifiedRollView(recorded: RecordedRoll, verification: Verification, command: string) {
  const { serverSeed, serverSeedHash, clientSeed, clientSeedSource, nonce, roll } = recorded;
  return { ...verification, serverSeed, serverSeedHash, clientSeed, clientSeedSource, nonce, roll, command };
}

export const hashRangeFields = {
  hashRangeStart: Type.Integer({ description: 'The first roll that gives the item', examples: [1] }),
  hashRangeEnd: Type.Integer({ description: 'The last roll that gives the item', examples: [10_000_000] }),
};

export const ChancePercent = Type.String({ description: 'Exact, in percent', examples: ['0.512'] });

/** The value is text, because socket events and verification commands contain it, too. */
export const PrizeItem = record('PrizeItem', 'An item that can be won, or was', {
  id: idOf('Id of the item in the catalogue'),
  name: string('Display name', 'AK-47 | Redline (Field-Tested)'),
  imageUrl: string('Its picture', 'https://images.example/items/1.png'),
  rarity: Type.Unsafe<string>({ ...RarityField, examples: ['CLASSIFIED'] }),
  rarityColor: { ...RarityColorField, examples: ['#d32ce6'] },
  valueCentsBrl: { ...centsOf('Its value in cents of BRL'), examples: ['4500'] },
  valueFormatted: moneyText('The value, for a person'),
});

interface ShownItem {
  itemId: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  valueCents: Cents;
}

export function prizeItemView({ itemId, valueCents, name, imageUrl, rarity }: ShownItem): Static<typeof PrizeItem> {
  return {
    id: itemId,
    name,
    imageUrl,
    rarity,
    rarityColor: rarityColorOf(rarity),
    valueCentsBrl: valueCents.toString(),
    valueFormatted: formatBrl(valueCents),
  };
}

interface WonItem {
  itemId: Id<'item'>;
  itemName: string;
  itemImageUrl: string;
  itemRarity: string;
  itemValueCents: Cents;
}

export const wonItemView = (won: WonItem): Static<typeof PrizeItem> =>
  prizeItemView({
    itemId: won.itemId,
    name: won.itemName,
    imageUrl: won.itemImageUrl,
    rarity: won.itemRarity,
    valueCents: won.itemValueCents,
  });

export function rollView({ nonce, roll, serverSeed, serverSeedHash, clientSeed, clientSeedSource }: RecordedRoll) {
  return { nonce, roll, serverSeed, serverSeedHash, clientSeed, clientSeedSource };
}

const ExampleRoll = group('A roll', rollFields);
export const exampleRoll = ExampleRoll.examples[0] as Static<typeof ExampleRoll>;
export const examplePrizeItem = PrizeItem.examples[0] as Static<typeof PrizeItem>;

const PROBABILITY_FAULT = 'must be a percentage above 0 with at most 5 decimals';

const itemId = idOf('Id of the item in the catalogue');
const probability = Type.Union([Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,5})?$' }), Type.Number()], {
  description: 'Percent, with at most 5 decimals, in place of a range',
  'x-fault': PROBABILITY_FAULT,
});
const { hashRangeStart, hashRangeEnd } = hashRangeFields;
const GivenItem = Type.Object(
  {
    itemId,
    hashRangeStart: Type.Optional(hashRangeStart),
    hashRangeEnd: Type.Optional(hashRangeEnd),
    probability: Type.Optional(probability),
  },
  {
    title: 'GivenItem',
    description: 'An item with the rolls that give it, or with its chance',
    ...documentedAs(null, [
      Type.Object({ itemId, hashRangeStart, hashRangeEnd }, { title: 'GivenItemWithRange' }),
      Type.Object({ itemId, probability }, { title: 'GivenItemWithProbability' }),
    ]),
  },
);

export const givenItemList = (maxItems: number) =>
  Type.Array(GivenItem, {
    minItems: 1,
    maxItems,
    description:
      'All with ranges, which together cover 1 to 10000000 without gap or overlap, or all with probabilities, which ' +
      'become ranges in the order given',
  });

export const Normalize = Type.Boolean({
  default: false,
  description:
    'Takes the probabilities as weights and scales them to 100 percent, in whole rolls by the largest remainder, each ' +
    'item at least one roll. Without it they must sum to exactly 100.',
});

export const exampleGivenItems = [
  { itemId: '1', probability: '79.99' },
  { itemId: '2', probability: '20' },
  { itemId: '3', probability: '0.01' },
];

/** Faults name the places in `fields` of items whose style differs. */
export function readGivenItems(
  items: readonly Static<typeof GivenItem>[],
  normalize: boolean,
  fields: { items: string; normalize: string },
): { given: GivenItems<Id<'item'>>; faults: FieldFault[] } {
  const ranges: ItemRange<Id<'item'>>[] = [];
  const weighted: WeightedItem<Id<'item'>>[] = [];
  const faults: FieldFault[] = [];
  for (const [index, { itemId, hashRangeStart, hashRangeEnd, probability }] of items.entries()) {
    const id = toId<'item'>(itemId);
    const field = `${fields.items}.${index}`;
    if (probability === undefined && hashRangeStart !== undefined && hashRangeEnd !== undefined) {
      ranges.push({ itemId: id, hashRangeStart, hashRangeEnd });
      if (weighted.length > 0) faults.push({ field, message: 'must have a probability, as the items before it' });
    } else if (probability !== undefined && hashRangeStart === undefined && hashRangeEnd === undefined) {
      const units = rollsOfPercent(String(probability));
      if (!units) faults.push({ field: `${field}.probability`, message: PROBABILITY_FAULT });
      else weighted.push({ itemId: id, units });
      if (ranges.length > 0) faults.push({ field, message: 'must have a range, as the items before it' });
    } else {
      faults.push({ field, message: 'must have either hashRangeStart and hashRangeEnd, or probability' });
    }
  }
  if (normalize && ranges.length > 0) faults.push({ field: fields.normalize, message: 'is for probabilities alone' });
  if (ranges.length > 0) return { given: { style: 'RANGES', items: ranges }, faults };
  return { given: { style: 'PROBABILITIES', items: weighted, normalize }, faults };
}
