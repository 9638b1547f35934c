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
  /** These options have no value. */
  flagOptions?: readonly string[];
  /** These options may be given by their place alone. */
  positionals?: readonly string[];
  run: (values: ReadonlyMap<string, string>, outside: Outside) => Answer | Promise<Answer>;
}
