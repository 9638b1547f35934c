import type { GameModule } from '../rolls/index.ts';
import { oddsDays, userDays } from '../statistics/index.ts';
import type { UpgradesDeps } from './perform-upgrade.ts';
import { upgradeBandDays } from './upgrade-band-days.ts';
import { upgradeDays } from './upgrade-days.ts';
import { upgradeEdgeSetting } from './upgrade-edge.ts';
import { upgradesInvariants } from './upgrades.invariants.ts';
import { upgradesPersonalData } from './upgrades.personal-data.ts';
import { upgradeOdds, upgradePlays, upgradeRolls } from './upgrades.plays.ts';
import { upgradesPlayerRoutes, upgradesPublicRoutes } from './upgrades.routes.ts';

export { upgradeBandDays, upgradeDays, upgradeEdgeSetting };

export const upgrades: GameModule<UpgradesDeps> = {
  name: 'upgrades',
  personalData: upgradesPersonalData,
  settings: [upgradeEdgeSetting],
  rollUps: [upgradeDays, upgradeBandDays, userDays(upgradePlays), oddsDays(upgradeOdds)],
  plays: upgradePlays,
  odds: upgradeOdds,
  rolls: upgradeRolls,
  invariants: upgradesInvariants,
  run: (given) => ({
    http: [
      {
        tag: {
          name: 'upgrade',
          description: 'Stake items for one that is worth more, at a chance that can be verified.',
        },
        public: (routes) => upgradesPublicRoutes(routes, given),
        player: (routes) => upgradesPlayerRoutes(routes, given),
      },
    ],
  }),
};
