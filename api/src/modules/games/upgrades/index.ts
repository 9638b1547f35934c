import type { GameModule } from '../rolls/index.ts';
import type { UpgradesDeps } from './perform-upgrade.ts';
import { upgradeBandDays, upgradeGame, upgradesPersonalData } from './upgrades.game.ts';
import { upgradesInvariants } from './upgrades.invariants.ts';
import { upgradeEdgeSetting } from './upgrades.records.ts';
import { upgradesPlayerRoutes, upgradesPublicRoutes } from './upgrades.routes.ts';

export { MAX_INPUTS } from './upgrades.records.ts';
export { upgradeBandDays, upgradeEdgeSetting };

export const upgrades: GameModule<UpgradesDeps> = {
  name: 'upgrades',
  personalData: upgradesPersonalData,
  settings: [upgradeEdgeSetting],
  rollUps: [upgradeBandDays],
  game: upgradeGame,
  invariants: upgradesInvariants,
  run: (deps) => ({
    http: [
      {
        tag: {
          name: 'upgrade',
          description: 'Stake items for one that is worth more, at a chance that can be verified.',
        },
        public: (routes) => upgradesPublicRoutes(routes, deps),
        player: (routes) => upgradesPlayerRoutes(routes, deps),
      },
    ],
  }),
};
