import { Type } from 'typebox';
import { type ConstraintErrors, defineAdminError, defineError, validationFailed } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { formatBrl } from '../../../platform/money.ts';
import { defineSetting, guardsNothing } from '../../../platform/settings/settings.ts';
import { type Stream, userStream } from '../rolls/index.ts';

export const BATTLE_STATUSES = ['WAITING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;
export type BattleStatus = (typeof BATTLE_STATUSES)[number];

export const RANDOMNESS = ['server', 'drand'] as const;
export type Randomness = (typeof RANDOMNESS)[number];

export const MAX_ROUNDS = 50;
export const MAX_SEATS = 4;

/** Transfers and items of a battle name this source, with the battle's id. */
export const BATTLE_SOURCE = 'BATTLE';

export const EXPIRE_BATTLE = 'expire-battle';
export const FINISH_BATTLE = 'finish-battle';

export const battleWaitSetting = defineSetting({
  key: 'battleWaitMinutes',
  description: 'Minutes for which a battle waits for its last seat. Then every entry is refunded.',
  schema: Type.Integer({ minimum: 1, maximum: 1_440 }),
  default: 30,
  weakenedBy: guardsNothing('a battle that waits longer is played or refunded as before'),
});

/** A tie is broken by one roll in this stream. */
export const tieStream = (battleId: Id<'battle'>) => `battle:${battleId}` as Stream;

export const botStream = (battleId: Id<'battle'>, seat: number) => `battle:${battleId}:bot:${seat}` as Stream;

/** People roll in their own stream; a bot has one for each battle and seat. */
export const seatStream = (battleId: Id<'battle'>, { seat, userId }: { seat: number; userId: Id<'user'> | null }) =>
  userId === null ? botStream(battleId, seat) : userStream(userId);

export const battleNotFound = defineError('BATTLE_NOT_FOUND', 404, 'Batalha não encontrada.', 'No battle has this id.');
export const battleNotOpen = defineError(
  'BATTLE_NOT_OPEN',
  409,
  {
    say: (status: BattleStatus) =>
      status === 'CANCELLED' ? 'Esta batalha foi cancelada.' : 'Esta batalha não tem mais lugares livres.',
    params: (status) => ({ status }),
    examples: [['CANCELLED'], ['IN_PROGRESS']],
  },
  'All seats are taken, or the battle is cancelled.',
);
export const battleHasStarted = defineAdminError(
  'BATTLE_HAS_STARTED',
  409,
  'Battle has started: it cannot be cancelled any more',
  'The last seat is filled, and the battle is being played.',
);
export const battleIsCancelled = defineAdminError(
  'BATTLE_IS_CANCELLED',
  409,
  'Battle is cancelled already',
  'Every player was paid back when it was cancelled.',
);
export const alreadyInBattle = defineError(
  'ALREADY_IN_BATTLE',
  409,
  'Você já está nesta batalha.',
  'A user has one seat in a battle.',
);
export const battleHasExpired = defineError(
  'BATTLE_EXPIRED',
  409,
  'A batalha não foi preenchida a tempo: o valor está sendo devolvido a todos.',
  'The battle was not filled in time, and is about to be cancelled.',
);
export const tooManyBattlesWait = defineError(
  'TOO_MANY_BATTLES_WAIT',
  409,
  {
    say: (most: number) =>
      `Você pode ter no máximo ${most} batalhas à espera de jogadores: aguarde até que uma comece ou seja cancelada.`,
    params: (most) => ({ most }),
    examples: [[20]],
  },
  'The user has as many waiting battles as one may have, and nothing was paid.',
);
export const battleIsPaused = defineError(
  'BATTLE_PAUSED',
  409,
  'Esta batalha está pausada por causa dos preços atuais dos itens. Tente de novo quando os preços mudarem.',
  'At present prices the cases of the battle would pay back more than `maxCaseRtpPercent`.',
);
export const tooFewFreeSeats = defineError(
  'TOO_FEW_FREE_SEATS',
  409,
  {
    say: (free: number) => `A batalha tem ${free === 1 ? '1 lugar livre' : `${free} lugares livres`}.`,
    params: (free) => ({ free }),
    examples: [[1], [2]],
  },
  'The request asks for more bots than there are free seats.',
);
export const codeNeeded = defineError(
  'INVITATION_CODE_NEEDED',
  403,
  'Esta batalha é privada: informe o código de convite.',
  'The invitation code of a private battle is missing or wrong.',
);
export const creatorOnly = defineError(
  'BATTLE_CREATOR_ONLY',
  403,
  'Só quem criou a batalha pode adicionar bots.',
  'Only the creator of the battle may do this.',
);
export const noBeacon = defineError(
  'NO_PUBLIC_RANDOMNESS',
  409,
  'A aleatoriedade pública não está disponível aqui: escolha a opção "server".',
  'The request asks for public randomness, and the platform has no source of it.',
);
export const teamsAreOfTwo = () =>
  validationFailed([
    { field: 'isTeams', message: 'must be false unless seatCount is 4' },
    { field: 'seatCount', message: 'must be 4 if isTeams is true' },
  ]);
export const onlyInTheLobby = (fields: readonly string[]) =>
  validationFailed(
    fields.map((field) => ({ field, message: 'can be asked only of battles that wait or are in progress' })),
  );
export const tooDear = () =>
  validationFailed([{ field: 'caseIds', message: 'must cost at most 1000000000000000 cents together' }]);

const entryText = (entryCents: bigint) => `a entrada agora é de ${formatBrl(entryCents)}`;
export const entryIsNotAsExpected = defineError(
  'BATTLE_ENTRY_CHANGED',
  409,
  {
    say: (entryCents: bigint) => `As caixas mudaram: ${entryText(entryCents)}.`,
    params: (entryCents) => ({ entryPriceCents: entryCents.toString() }),
    examples: [[1_250n]],
  },
  'The entry is not `expectedEntryPriceCents`, and nothing was paid: read the battle again, then decide.',
  (entryCents) => ({ errors: [{ field: 'expectedEntryPriceCents', message: entryText(entryCents) }] }),
);

export const battlesConstraintErrors: ConstraintErrors = { battle_seats_user_once: alreadyInBattle };
