import type { Verdict } from '../index.ts';

export interface Finding {
  verdict: Verdict;
  line: string;
}

export const holds = (sentence: string): Finding => ({ verdict: 'VALID', line: sentence });
export const alarm = (sentence: string): Finding => ({ verdict: 'NOT VALID', line: `ALARM: ${sentence}` });
export const notChecked = (sentence: string): Finding => ({ verdict: 'NOT CHECKED', line: `Not checked: ${sentence}` });

/** One alarm decides the verdict, and so does one part that could not be checked. */
export function verdictOn(findings: readonly Finding[]): Verdict {
  const verdicts = findings.map(({ verdict }) => verdict);
  if (verdicts.includes('NOT VALID')) return 'NOT VALID';
  return verdicts.includes('NOT CHECKED') ? 'NOT CHECKED' : 'VALID';
}
