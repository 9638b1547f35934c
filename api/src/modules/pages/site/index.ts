import type { Module } from '../../../platform/module.ts';
import type { Beacon } from '../../games/beacon/index.ts';
import type { Marketplace } from '../../trade/marketplace/index.ts';
import { type ConfigDeps, createReadConfig, sitePublicRoutes } from './site.routes.ts';

interface SiteDeps extends Omit<ConfigDeps, 'features'> {
  /** Null where the server has no public randomness. */
  beacon: Beacon | null;
  /** Null where no payment provider is configured. */
  pix: object | null;
  marketplace: Marketplace;
  houseAccount: object | null;
}

/** Values that a page needs before its first request. */
export const site: Module<SiteDeps> = {
  name: 'site',
  run: (deps) => {
    const { beacon, pix, marketplace, houseAccount } = deps;
    const features = {
      beacon: beacon !== null,
      pix: pix !== null,
      marketplace: marketplace.isConfigured,
      siteSwap: marketplace.isConfigured && houseAccount !== null,
      sandbox: deps.sandboxPayUrl !== null,
    };
    const readConfig = createReadConfig({ ...deps, features });
    return {
      http: [
        {
          tag: {
            name: 'config',
            description: 'The public configuration of the pages: limits, edges, names, features.',
          },
          public: (routes) => sitePublicRoutes(routes, readConfig),
        },
      ],
    };
  },
};
