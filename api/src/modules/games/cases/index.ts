import type { Announcements } from '../../../platform/database/announcements.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { DecisionDeps } from '../../people/approvals/index.ts';
import { createRecentDrops } from '../drops/index.ts';
import type { GameModule, PlayDeps } from '../rolls/index.ts';
import { caseCategoryOrderSetting } from './case-category-order.ts';
import { caseCategoryPicturesSetting } from './case-category-pictures.ts';
import { casesConstraintErrors } from './cases.errors.ts';
import {
  casesAdminRoutes,
  casesPublicRoutes,
  catalogueInvariants,
  createCaseCatalogue,
  createCaseWords,
} from './catalogue/index.ts';
import { maxCaseRtpSetting } from './max-case-rtp.ts';
import {
  caseDays,
  caseGame,
  createOpenCases,
  createReadCaseDrops,
  createReadOpenings,
  dropDays,
  openingsAdminRoutes,
  openingsInvariants,
  openingsPersonalData,
  openingsPlayerRoutes,
  recentCaseDrops,
  recentOpeningsPublicRoutes,
} from './openings/index.ts';

export { caseWorth, isPaused, theoreticalRtp } from './case-returns.rules.ts';
export { worthOfVersion } from './case-returns.sql.ts';
export { caseIsPaused, caseNotFound } from './cases.errors.ts';
export { MAX_OPENINGS_AT_ONCE } from './cases.types.ts';
export { createCase, findPlayableTerms, listPausedCases } from './catalogue/index.ts';
export { caseCategoryOrderSetting, caseCategoryPicturesSetting, caseDays, caseGame, dropDays, maxCaseRtpSetting };

interface CasesDeps extends PlayDeps, DecisionDeps {
  db: Db;
  announcements: Announcements;
  publicUrl: string;
}

/** Cases: what they hold, and playing them. */
export const cases: GameModule<CasesDeps> = {
  name: 'cases',
  personalData: openingsPersonalData,
  settings: [maxCaseRtpSetting, caseCategoryOrderSetting, caseCategoryPicturesSetting],
  constraintErrors: casesConstraintErrors,
  rollUps: [caseDays, dropDays],
  running: [recentCaseDrops],
  game: caseGame,
  invariants: { ...catalogueInvariants, ...openingsInvariants },
  run: (deps) => {
    const { db, clock, settings, announcements, publicUrl } = deps;
    const readOpenings = createReadOpenings(deps);
    const recentOpenings = createRecentDrops({ db, shown: [caseGame], clock });
    const openCases = createOpenCases({ ...deps, catalogue: createCaseCatalogue({ db, announcements }) });
    return {
      pageWords: { '/caixa/:slug': createCaseWords({ db, clock }) },
      http: [
        {
          tag: {
            name: 'cases',
            description: 'Cases: what they hold, what they cost, and the exact chances.',
            forAdministrators: 'Make, change and archive cases.',
          },
          public: (routes) => casesPublicRoutes(routes, { db, readOpenings }),
          admin: (routes) => casesAdminRoutes(routes, { db, clock, settings, readOpenings }),
        },
        {
          tag: {
            name: 'openings',
            description: 'Open cases, look at what was won, and verify it.',
            forAdministrators: 'Openings of a user.',
          },
          public: (routes) =>
            recentOpeningsPublicRoutes(routes, { recentOpenings, readCaseDrops: createReadCaseDrops(deps) }),
          player: (routes) => openingsPlayerRoutes(routes, { db, openCases, publicUrl }),
          admin: (routes) => openingsAdminRoutes(routes, { db }),
        },
      ],
    };
  },
};
