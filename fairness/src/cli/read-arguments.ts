import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

const FLAGS = ['help', 'json'] as const;
type Flag = (typeof FLAGS)[number];

export interface CommandArguments {
  flags: Record<Flag, boolean>;
  /** An option without a value is an empty text. */
  values: Map<string, string>;
}

interface Accepted {
  valueOptions: readonly string[];
  flagOptions?: readonly string[];
  /** These options may also be given by their place. */
  positionals?: readonly string[];
}

/** Options stay text here; the readers below give them their meaning. */
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

/** The first sentence is the fault, and the following lines are advice. */
function firstSentence(message: string): string {
  return message.split(/\.?\n|\. /)[0] ?? message;
}
