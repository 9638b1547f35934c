export { type RiskDeps, withRisk, withRisks } from './read-risks.ts';
export { exampleRisk, RiskView, riskView } from './risk.schemas.ts';
export type { AtRisk } from './risk.types.ts';
