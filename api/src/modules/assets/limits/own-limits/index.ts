export { limitsPlayerRoutes } from './limits.routes.ts';
export { BarView, barView, exampleProtection, ProtectionView, protectionView } from './limits.schemas.ts';
export { type Protection, readProtection } from './read-limits.ts';
