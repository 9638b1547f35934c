import type { Clock } from '../../../platform/clock.ts';
import type { Announcements } from '../../../platform/database/announcements.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Tell } from '../../people/notifications/index.ts';
import { createRecentDrops, type ShowDrops } from '../drops/index.ts';
import type { Earn, GameModule, SeedDeps } from '../rolls/index.ts';
import { caseCategoryOrderSetting } from './case-category-order.ts';
import { casesConstraintErrors } from './cases.errors.ts';
import { casesAdminRoutes, casesPublicRoutes, catalogueInvariants, createCaseCatalogue } from './catalogue/index.ts';
import { maxCaseRtpSetting } from './max-case-rtp.ts';
import {
  caseDays,
  caseGame,
  caseOpened,
  createOpenCases,
  dropDays,
  openingsAdminRoutes,
  openingsInvariants,
  openingsPersonalData,
  openingsPlayerRoutes,
  recentOpeningsPublicRoutes,
} from './openings/index.ts';

export { caseWorth, isPaused, theoreticalRtp } from './case-returns.rules.ts';
export { worthOfVersion } from './case-returns.sql.ts';
export { caseIsPaused, caseNotFound } from './cases.errors.ts';
export { createCase, findPlayableTerms, listPausedCases } from './catalogue/index.ts';
export { caseCategoryOrderSetting, caseDays, caseGame, dropDays, maxCaseRtpSetting };

interface CasesGiven extends SeedDeps {
  db: Db;
  clock: Clock;
  announcements: Announcements;
  showDrops: ShowDrops;
  earn: Earn;
  tell: Tell;
  publicUrl: string;
}

/** Cases: what they hold, and playing them. */
export const cases: GameModule<CasesGiven> = {
  name: 'cases',
  personalData: openingsPersonalData,
  settings: [maxCaseRtpSetting, caseCategoryOrderSetting],
  constraintErrors: casesConstraintErrors,
  rollUps: [caseDays, dropDays],
  game: caseGame,
  invariants: { ...catalogueInvariants, ...openingsInvariants },
  run: ({ db, clock, announcements, showDrops, earn, tell, publicUrl, seedSeal }) => {
    const recentOpenings = createRecentDrops({ db, shown: [caseGame], clock });
    const openCases = createOpenCases({
      db,
      catalogue: createCaseCatalogue({ db, announcements }),
      earn,
      clock,
      seedSeal,
      onOpened: (userId, { openings }) => {
        showDrops(openings.map(({ id }) => ({ game: caseGame.name, id })));
        tell(userId, openings.map(caseOpened));
      },
    });
    return {
      http: [
        {
          tag: {
            name: 'cases',
            description: 'Cases: what they hold, what they cost, and the exact chances.',
            forAdministrators: 'Make, change and archive cases.',
          },
          public: (routes) => casesPublicRoutes(routes, { db }),
          admin: (routes) => casesAdminRoutes(routes, { db }),
        },
        {
          tag: {
            name: 'openings',
            description: 'Open cases, look at what was won, and verify it.',
            forAdministrators: 'What a user has opened.',
          },
          public: (routes) => recentOpeningsPublicRoutes(routes, recentOpenings),
          player: (routes) => openingsPlayerRoutes(routes, { db, openCases, publicUrl }),
          admin: (routes) => openingsAdminRoutes(routes, { db }),
        },
      ],
    };
  },
};
