import { type Static, Type } from 'typebox';
import { toId } from '../../../../platform/ids.ts';
import { pageQuery } from '../../../../platform/lists.ts';
import { IdText } from '../../../../platform/schemas.ts';
import { ClientSeedText, givenSeed } from '../../rolls/index.ts';
import { onlyInTheLobby, teamsAreOfTwo } from '../battles.errors.ts';
import {
  BATTLE_SORTS,
  type BattleFilter,
  type BattleSort,
  type LobbyFilter,
  MAX_ROUNDS,
  MAX_SEATS,
} from '../battles.types.ts';
import { BattleModeText, BattleStatusText, RandomnessText } from '../summaries.schemas.ts';
import type { Asker, BattleRequest } from './lobby.types.ts';

const PriceFilter = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^[0-9]{1,18}$', description, 'x-fault': 'must be whole cents: 1 to 18 digits' }),
  );

const LOBBY_ONLY = 'Lists only battles that wait or are in progress: 400 with another status';

export const BattleListQuery = pageQuery({
  mode: Type.Optional(
    Type.Unsafe<Static<typeof BattleModeText>>({ ...BattleModeText, description: 'Only battles of this mode' }),
  ),
  seatCount: Type.Optional(
    Type.Integer({ minimum: 2, maximum: MAX_SEATS, description: 'Only battles with this many seats, taken or not' }),
  ),
  status: Type.Optional(
    Type.Unsafe<Static<typeof BattleStatusText>>({ ...BattleStatusText, description: 'Only battles in this state' }),
  ),
  minPriceCents: PriceFilter('An entry of at least these cents'),
  maxPriceCents: PriceFilter('An entry of at most these cents'),
  isTeams: Type.Optional(Type.Boolean({ description: `Two against two, or not. ${LOBBY_ONLY}` })),
  hasFreeSeat: Type.Optional(Type.Boolean({ description: `Only battles with a free seat, or without. ${LOBBY_ONLY}` })),
  caseId: Type.Optional(
    Type.String({ ...IdText, description: `Only battles in which this case is opened. ${LOBBY_ONLY}` }),
  ),
  randomness: Type.Optional(
    Type.Unsafe<Static<typeof RandomnessText>>({
      ...RandomnessText,
      description: `Decided by client seeds or by the public beacon. ${LOBBY_ONLY}`,
    }),
  ),
  sort: Type.Optional(
    Type.Unsafe<BattleSort>({
      type: 'string',
      enum: [...BATTLE_SORTS],
      default: 'newest',
      description:
        'newest: the last created first; cheapest and dearest: by the entry; filling: the fewest free seats first. All but ' +
        `newest: ${LOBBY_ONLY}`,
    }),
  ),
});

/** Null where everything that is asked for can be asked of battles that are over, too. 400 where they alone are meant. */
export function lobbyFilterOf(query: Static<typeof BattleListQuery>): LobbyFilter | null {
  const { isTeams, hasFreeSeat, caseId, randomness, sort = 'newest' } = query;
  const asked = Object.entries({
    isTeams,
    hasFreeSeat,
    caseId,
    randomness,
    sort: sort === 'newest' ? undefined : sort,
  });
  const fields = asked.flatMap(([field, value]) => (value === undefined ? [] : [field]));
  if (fields.length === 0) return null;
  if (query.status === 'COMPLETED' || query.status === 'CANCELLED') throw onlyInTheLobby(fields);
  return {
    ...battleFilterOf(query),
    isTeams,
    hasFreeSeat,
    caseId: caseId === undefined ? undefined : toId<'case'>(caseId),
    randomness,
    sort,
  };
}

export function battleFilterOf(query: Static<typeof BattleListQuery>): BattleFilter {
  const { mode, seatCount, status, minPriceCents, maxPriceCents } = query;
  return {
    mode,
    seatCount,
    status,
    minPriceCents: minPriceCents === undefined ? undefined : BigInt(minPriceCents),
    maxPriceCents: maxPriceCents === undefined ? undefined : BigInt(maxPriceCents),
  };
}

export const BattleParams = Type.Object({ id: Type.String({ ...IdText, description: 'The battle' }) });

export const BotParams = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the bot', examples: ['Iara'] }),
});
export const BotPicture = Type.String({
  description: 'An SVG',
  examples: ['<svg xmlns="http://www.w3.org/2000/svg"/>'],
});

const CodeText = Type.String({ maxLength: 100, description: 'The invitation code of a private battle' });
export const BattleQuery = Type.Object({ code: Type.Optional(CodeText) });

export const BattleVisibilityView = Type.Object(
  { isPublic: Type.Boolean({ description: 'Whether `GET /battles/{id}` answers without a session' }) },
  { title: 'BattleVisibility', description: 'The visibility of a battle', examples: [{ isPublic: true }] },
);

const SEED_TEXT =
  'Client seed for all your rolls in this battle. Without one, that of your account is used; without that too, one ' +
  'that is computed from the hashes of all seats and the client seeds of the players';

export const CreateBattleBody = Type.Object(
  {
    mode: Type.Unsafe<Static<typeof BattleModeText>>({
      ...BattleModeText,
      description: 'How the battle is won, or SHARED: then every seat wins an even share of the total',
    }),
    caseIds: Type.Array(IdText, {
      minItems: 1,
      maxItems: MAX_ROUNDS,
      description: 'The case of each round, in their order; a case may come again',
    }),
    seatCount: Type.Optional(
      Type.Integer({ minimum: 2, maximum: MAX_SEATS, description: 'Number of seats; 2 by default, 4 in teams' }),
    ),
    isTeams: Type.Optional(Type.Boolean({ default: false, description: 'Two against two' })),
    isPrivate: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True: the battle is in no list, and joined with the invitation code alone',
      }),
    ),
    randomness: Type.Optional(
      Type.Unsafe<Static<typeof RandomnessText>>({
        ...RandomnessText,
        // With a default it is another schema.
        title: 'RandomnessChoice',
        default: 'server',
        description: 'drand: a round of the public beacon, named when the last seat is filled, is every client seed',
      }),
    ),
    clientSeed: Type.Optional(
      Type.String({
        ...ClientSeedText,
        description: SEED_TEXT,
      }),
    ),
    expectedEntryPriceCents: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,19}$',
        description: 'The price of a seat that you expect: 409 if it is another',
        'x-fault': 'must be whole cents from 0 on, as a decimal string',
        examples: ['1990'],
      }),
    ),
  },
  { examples: [{ mode: 'NORMAL', caseIds: ['1', '1'], seatCount: 2 }] },
);

/** 400 where teams are asked for with another number of seats. */
export function battleRequestOf(body: Static<typeof CreateBattleBody>, asker: Asker): BattleRequest {
  const { mode, caseIds, isTeams = false, isPrivate = false, randomness = 'server', clientSeed } = body;
  const { seatCount = isTeams ? MAX_SEATS : 2, expectedEntryPriceCents } = body;
  if (isTeams && seatCount !== MAX_SEATS) throw teamsAreOfTwo();
  return {
    ...asker,
    mode,
    isTeams,
    seatCount,
    isPrivate,
    randomness,
    caseIds: caseIds.map((id) => toId<'case'>(id)),
    clientSeed: givenSeed(clientSeed),
    expectedEntryCents: expectedEntryPriceCents === undefined ? null : BigInt(expectedEntryPriceCents),
  };
}

export const JoinBattleBody = Type.Object(
  {
    clientSeed: Type.Optional(
      Type.String({
        ...ClientSeedText,
        description: SEED_TEXT,
      }),
    ),
    invitationCode: Type.Optional(CodeText),
  },
  { examples: [{}] },
);

export const AddBotsBody = Type.Object(
  {
    count: Type.Integer({ minimum: 1, maximum: MAX_SEATS - 1, description: 'How many free seats they take' }),
    clientSeed: Type.Optional(
      Type.String({
        ...ClientSeedText,
        description:
          'Becomes a part of the client seed that is computed for them. Draw one now, after their hashes were public: then ' +
          'the server cannot have chosen their seeds to suit it',
      }),
    ),
  },
  { examples: [{ count: 1 }] },
);
