import type { Announcements } from '../../../platform/database/announcements.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { DecisionDeps } from '../../people/decisions/index.ts';
import { createRecentDrops } from '../drops/index.ts';
import type { GameModule, PlayDeps } from '../rolls/index.ts';
import { catalogueInvariants, openingsInvariants } from './cases.invariants.ts';
import {
  caseCategoryOrderSetting,
  caseCategoryPicturesSetting,
  casesConstraintErrors,
  maxCaseRtpSetting,
} from './cases.records.ts';
import { createCaseCatalogue, createCaseWords } from './catalogue/case-catalogue.ts';
import { casesAdminRoutes } from './catalogue/cases.admin-routes.ts';
import { casesPublicRoutes } from './catalogue/cases.routes.ts';
import { createOpenCases } from './openings/open-cases.ts';
import { caseDays, caseGame, dropDays, openingsPersonalData } from './openings/openings.game.ts';
import { openingsAdminRoutes, openingsPlayerRoutes, recentOpeningsPublicRoutes } from './openings/openings.routes.ts';
import { createReadCaseDrops, createReadOpenings, recentCaseDrops } from './openings/recent-openings.ts';

export {
  caseIsPaused,
  caseNotFound,
  caseWorth,
  isPaused,
  MAX_OPENINGS_AT_ONCE,
  theoreticalRtp,
} from './cases.records.ts';
export { listPausedCases } from './catalogue/case-catalogue.ts';
export { findPlayableTerms, worthOfVersion } from './catalogue/cases.sql.ts';
export { createCase } from './catalogue/edit-case.ts';
export { caseCategoryOrderSetting, caseCategoryPicturesSetting, caseDays, caseGame, dropDays, maxCaseRtpSetting };

interface CasesDeps extends PlayDeps, DecisionDeps {
  db: Db;
  announcements: Announcements;
  publicUrl: string;
}

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
