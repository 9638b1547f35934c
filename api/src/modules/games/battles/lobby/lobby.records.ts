import type { BattleMode } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { IdText } from '../../../../platform/schemas.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import type { ShowDrops } from '../../drops/index.ts';
import { ClientSeedText, givenSeed } from '../../rolls/index.ts';
import { MAX_ROUNDS, MAX_SEATS, type Randomness, teamsAreOfTwo } from '../battles.records.ts';
import type { RoundsDeps } from '../rounds/play-rounds.ts';
import type { Battle, BattleSeat } from '../shown-battle.records.ts';
import { BattleModeText, CodeText, RandomnessText } from '../summaries.records.ts';

export interface LobbyDeps extends RoundsDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  push: Push;
  showDrops: ShowDrops;
  logger: Logger;
}

/** Commitments are recorded with both. */
export interface Asker {
  userId: Id<'user'>;
  ip: string;
}

export interface BattleRequest extends Asker {
  mode: BattleMode;
  isTeams: boolean;
  seatCount: number;
  /** By round. */
  caseIds: readonly Id<'case'>[];
  isPrivate: boolean;
  randomness: Randomness;
  clientSeed: string | null;
  /** Null accepts any price. */
  expectedEntryCents: Cents | null;
}

export interface NewBattle extends Pick<BattleRequest, 'mode' | 'isTeams' | 'seatCount' | 'randomness'> {
  id: Id<'battle'>;
  creatorId: Id<'user'>;
  entryCents: Cents;
  invitationCode: string | null;
  beaconDelaySeconds: number | null;
  expiresAt: Date;
  rounds: readonly { caseId: Id<'case'>; versionId: Id<'case-version'>; priceCents: Cents }[];
}

export interface JoinRequest extends Asker {
  battleId: Id<'battle'>;
  clientSeed: string | null;
  invitationCode: string | null;
}

export interface BotsRequest extends Asker {
  battleId: Id<'battle'>;
  count: number;
  /** The creator gives it after the hashes of the bots were public. */
  clientSeed: string | null;
}

export interface TakenSeat
  extends Pick<BattleSeat, 'seat' | 'userId' | 'botName' | 'clientSeed' | 'isAccountSeed' | 'firstNonce'> {
  /** Bots pay nothing, so it is null for them. */
  transferId: Id<'transfer'> | null;
}

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
        // A default makes it another schema, which needs its own title.
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

/** There are more names than seats, so no two bots of a battle share one. */
const BOT_NAMES = ['Boitatá', 'Caipora', 'Cuca', 'Curupira', 'Iara', 'Mapinguari', 'Matinta', 'Saci'] as const;

export const BOT_NONCE = 1;

export function freeSeats({ seatCount, seats }: Pick<Battle, 'seatCount' | 'seats'>): number[] {
  const taken = new Set(seats.map(({ seat }) => seat));
  return Array.from({ length: seatCount }, (_, index) => index + 1).filter((seat) => !taken.has(seat));
}

export const botName = (battleId: Id<'battle'>, seat: number): string =>
  BOT_NAMES[Number((BigInt(battleId) + BigInt(seat)) % BigInt(BOT_NAMES.length))] as string;

export const isFilledBy = ({ seats, seatCount }: Pick<Battle, 'seatCount' | 'seats'>, taken: number): boolean =>
  seats.length + taken === seatCount;

export const CancelBody = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500, description: 'The reason; shown with the battle' }) },
  { examples: [{ reason: 'A case of it was set up wrongly' }] },
);
