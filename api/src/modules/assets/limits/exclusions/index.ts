export { excludeOneself, type RunningBar, runningBar } from './exclude-oneself.ts';
export { exclusionFact } from './exclusion-facts.ts';
