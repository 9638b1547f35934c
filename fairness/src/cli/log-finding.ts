import type { Verdict } from '../index.ts';

/** What was looked at, and what came of it. */
export interface Finding {
  verdict: Verdict;
  line: string;
}

export const holds = (sentence: string): Finding => ({ verdict: 'VALID', line: sentence });
export const alarm = (sentence: string): Finding => ({ verdict: 'NOT VALID', line: `ALARM: ${sentence}` });
export const notChecked = (sentence: string): Finding => ({ verdict: 'NOT CHECKED', line: `Not checked: ${sentence}` });

/** One alarm is enough, and one thing that could not be checked. */
export function verdictOn(findings: readonly Finding[]): Verdict {
  const verdicts = findings.map(({ verdict }) => verdict);
  if (verdicts.includes('NOT VALID')) return 'NOT VALID';
  return verdicts.includes('NOT CHECKED') ? 'NOT CHECKED' : 'VALID';
}
