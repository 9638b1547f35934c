import { type ConstraintErrors, defineAdminError, defineError, validationFailed } from '../../../platform/errors.ts';
import { formatBrl } from '../../../platform/money.ts';
import type { BattleStatus } from './battles.types.ts';

export const battleNotFound = defineError(
  'BATTLE_NOT_FOUND',
  404,
  'Batalha não encontrada.',
  'There is no such battle.',
);
export const battleNotOpen = defineError(
  'BATTLE_NOT_OPEN',
  409,
  {
    say: (status: BattleStatus) =>
      status === 'CANCELLED' ? 'Esta batalha foi cancelada.' : 'Esta batalha não tem mais lugares livres.',
    params: (status) => ({ status }),
    examples: [['CANCELLED'], ['IN_PROGRESS']],
  },
  'Nobody can take a seat any more: all are taken, or the battle is cancelled.',
);
export const battleHasStarted = defineAdminError(
  'BATTLE_HAS_STARTED',
  409,
  'Battle has started: it cannot be cancelled any more',
  'Its last seat is filled, and what was paid is played for.',
);
export const battleIsCancelled = defineAdminError(
  'BATTLE_IS_CANCELLED',
  409,
  'Battle is cancelled already',
  'Everybody was paid back when it was.',
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
  'Its time to be filled is over, and it is about to be cancelled.',
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
  'The limit of battles that one user may have waiting is reached, and nothing was paid.',
);
export const battleIsPaused = defineError(
  'BATTLE_PAUSED',
  409,
  'Esta batalha está pausada por causa dos preços atuais dos itens. Tente de novo quando os preços mudarem.',
  'At the prices of now the cases of the battle would pay back more than `maxCaseRtpPercent`.',
);
export const tooFewFreeSeats = defineError(
  'TOO_FEW_FREE_SEATS',
  409,
  {
    say: (free: number) => `A batalha tem ${free === 1 ? '1 lugar livre' : `${free} lugares livres`}.`,
    params: (free) => ({ free }),
    examples: [[1], [2]],
  },
  'More bots were asked for than there are free seats.',
);
export const codeNeeded = defineError(
  'INVITATION_CODE_NEEDED',
  403,
  'Esta batalha é privada: informe o código de convite.',
  'The invitation code of a private battle is missing or another.',
);
export const creatorOnly = defineError(
  'BATTLE_CREATOR_ONLY',
  403,
  'Só quem criou a batalha pode adicionar bots.',
  'The battle was created by somebody else.',
);
export const noBeacon = defineError(
  'NO_PUBLIC_RANDOMNESS',
  409,
  'A aleatoriedade pública não está disponível aqui: escolha a opção "server".',
  'Public randomness was asked for, and the platform has no source of it.',
);
export const teamsAreOfTwo = () =>
  validationFailed([
    { field: 'isTeams', message: 'must be false unless seatCount is 4' },
    { field: 'seatCount', message: 'must be 4 where isTeams is true' },
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
  'The entry is not `expectedEntryPriceCents`, and nothing was paid.',
  (entryCents) => ({ errors: [{ field: 'expectedEntryPriceCents', message: entryText(entryCents) }] }),
);

export const battlesConstraintErrors: ConstraintErrors = { battle_seats_user_once: alreadyInBattle };
