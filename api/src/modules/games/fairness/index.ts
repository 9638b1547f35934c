import type { HttpModule } from '../../../platform/http/module.ts';
import { fairnessPublicRoutes } from './fairness.routes.ts';

export const fairnessModule: HttpModule = {
  tag: {
    name: 'provably-fair',
    description: 'Compute and verify rolls. Public, so that anyone can check every outcome.',
  },
  public: fairnessPublicRoutes,
};
