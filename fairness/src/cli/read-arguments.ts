import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

const FLAGS = ['help', 'json'] as const;
type Flag = (typeof FLAGS)[number];

export interface CommandArguments {
  flags: Record<Flag, boolean>;
  /** What was given; an option without a value is empty. */
  values: Map<string, string>;
}

interface Accepted {
  valueOptions: readonly string[];
  flagOptions?: readonly string[];
  /** The options that may also be given by their place, without a name. */
  positionals?: readonly string[];
}

/** Options as text: which of them a command needs, and what they mean, is for the readers below. */
export function readArguments(
  args: readonly string[],
  { valueOptions, flagOptions = [], positionals: names = [] }: Accepted,
): CommandArguments {
  const options = Object.fromEntries([
    ...[...FLAGS, ...flagOptions].map((name) => [name, { type: 'boolean' }] as const),
    ...valueOptions.map((name) => [name, { type: 'string' }] as const),
  ]);
  const values = new Map<string, string>();
  const flags = { help: false, json: false };
  const parsed = parseOrExplain(args, options, names.length > 0);
  for (const [place, value] of parsed.positionals.entries()) {
    const name = names[place];
    if (name === undefined) throw new UsageError(`unexpected argument '${value}'`);
    values.set(name, value);
  }
  for (const [name, value] of Object.entries(parsed.values)) {
    if (values.has(name)) throw new UsageError(`--${name} is given twice`);
    if (typeof value === 'string') values.set(name, value);
    else if (name === 'help' || name === 'json') flags[name] = true;
    else values.set(name, '');
  }
  return { flags, values };
}

type Options = Record<string, { type: 'boolean' | 'string' }>;

function parseOrExplain(args: readonly string[], options: Options, allowPositionals: boolean) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals });
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      throw new UsageError(firstSentence(error.message));
    }
    throw error;
  }
}

/** What follows the first sentence is advice over several lines. */
function firstSentence(message: string): string {
  return message.split(/\.?\n|\. /)[0] ?? message;
}
