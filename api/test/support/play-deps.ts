import { earnFromWagers } from '../../src/modules/games/events/pass/pass.sql.ts';
import type { Game, PlayDeps } from '../../src/modules/games/rolls/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { testSeedSeal } from './committed-seeds.ts';

/** Games are played with these where there is no server: nobody hears the notices after the commit. */
export const playDepsOf = (game: Game): PlayDeps => ({
  clock: systemClock,
  seedSeal: testSeedSeal,
  games: [game],
  earn: earnFromWagers,
  push: { toUser: () => undefined },
  notifyUser: () => undefined,
  showDrops: () => undefined,
});
