export { limitsAdminRoutes, limitsPlayerRoutes } from './limits.routes.ts';
export {
  BarView,
  barView,
  exampleProtection,
  LimitKindText,
  PeriodText,
  ProtectionView,
  protectionView,
} from './limits.schemas.ts';
export { type LimitState, type Protection, readProtection } from './read-limits.ts';
