import type { Verdict } from '../index.ts';
import type { Outside } from './outside.ts';

export interface Answer {
  /** What --json prints. */
  json: object;
  lines: string[];
  verdict: Verdict;
}

export interface Command {
  help: string;
  valueOptions: readonly string[];
  /** Options without a value. */
  flagOptions?: readonly string[];
  /** Those of the options that may be given by their place alone. */
  positionals?: readonly string[];
  run: (values: ReadonlyMap<string, string>, outside: Outside) => Answer | Promise<Answer>;
}
