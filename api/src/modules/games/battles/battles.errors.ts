import { type ConstraintErrors, defineError, validationFailed } from '../../../platform/errors.ts';
import type { BattleStatus } from './battles.types.ts';

export const battleNotFound = defineError('BATTLE_NOT_FOUND', 404, 'Battle not found', 'There is no such battle.');
export const battleNotOpen = defineError(
  'BATTLE_NOT_OPEN',
  409,
  (status: BattleStatus) => (status === 'CANCELLED' ? 'Battle is cancelled' : 'Battle has no free seat'),
  'Nobody can take a seat any more: all are taken, or the battle is cancelled.',
);
export const battleHasStarted = defineError(
  'BATTLE_HAS_STARTED',
  409,
  'Battle has started: it cannot be cancelled any more',
  'Its last seat is filled, and what was paid is played for.',
);
export const battleIsCancelled = defineError(
  'BATTLE_IS_CANCELLED',
  409,
  'Battle is cancelled already',
  'Everybody was paid back when it was.',
);
export const alreadyInBattle = defineError(
  'ALREADY_IN_BATTLE',
  409,
  'You are in this battle already',
  'A user has one seat in a battle.',
);
export const battleHasExpired = defineError(
  'BATTLE_EXPIRED',
  409,
  'Battle was not filled in its time: everybody is being paid back',
  'Its time to be filled is over, and it is about to be cancelled.',
);
export const tooManyBattlesWait = defineError(
  'TOO_MANY_BATTLES_WAIT',
  409,
  (most: number) => `You may have at most ${most} battles that wait for players: wait until one is filled or cancelled`,
  'The limit of battles that one user may have waiting is reached, and nothing was paid.',
);
export const battleIsPaused = defineError(
  'BATTLE_PAUSED',
  409,
  'Battle is paused: at the prices of now it would pay back more than it may. It can be joined again when the prices ' +
    'change',
  'At the prices of now the cases of the battle would pay back more than `maxCaseRtpPercent`.',
);
export const tooFewFreeSeats = defineError(
  'TOO_FEW_FREE_SEATS',
  409,
  (free: number) => `Battle has ${free === 1 ? '1 free seat' : `${free} free seats`}`,
  'More bots were asked for than there are free seats.',
);
export const codeNeeded = defineError(
  'INVITATION_CODE_NEEDED',
  403,
  'This battle is private: it takes its invitation code',
  'The invitation code of a private battle is missing or another.',
);
export const creatorOnly = defineError(
  'BATTLE_CREATOR_ONLY',
  403,
  'Only who created the battle may add bots',
  'The battle was created by somebody else.',
);
export const noBeacon = defineError(
  'NO_PUBLIC_RANDOMNESS',
  409,
  'No public beacon is configured here: choose the randomness "server"',
  'Public randomness was asked for, and the platform has no source of it.',
);
export const teamsAreOfTwo = () =>
  validationFailed([
    { field: 'isTeams', message: 'must be false unless seatCount is 4' },
    { field: 'seatCount', message: 'must be 4 where isTeams is true' },
  ]);
export const tooDear = () =>
  validationFailed([{ field: 'caseIds', message: 'must cost at most 1000000000000000 cents together' }]);

const entryText = (entryCents: bigint) => `the entry is ${entryCents} cents now`;
export const entryIsNotAsExpected = defineError(
  'BATTLE_ENTRY_CHANGED',
  409,
  (entryCents: bigint) => `Cases have changed: ${entryText(entryCents)}`,
  'The entry is not `expectedEntryPriceCents`, and nothing was paid.',
  (entryCents) => ({ errors: [{ field: 'expectedEntryPriceCents', message: entryText(entryCents) }] }),
);

export const battlesConstraintErrors: ConstraintErrors = { battle_seats_user_once: alreadyInBattle };
