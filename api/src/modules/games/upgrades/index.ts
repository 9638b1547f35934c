import type { HttpModule } from '../../../platform/http/module.ts';
import type { UpgradesDeps } from './perform-upgrade.ts';
import { upgradesPlayerRoutes, upgradesPublicRoutes } from './upgrades.routes.ts';

export { upgradeEdgeSetting } from './upgrade-edge.ts';

export function upgradesModule(deps: UpgradesDeps): HttpModule {
  return {
    tag: { name: 'upgrade', description: 'Stake items for one that is worth more, at a chance that can be verified.' },
    public: (routes) => upgradesPublicRoutes(routes, deps),
    player: (routes) => upgradesPlayerRoutes(routes, deps),
  };
}
