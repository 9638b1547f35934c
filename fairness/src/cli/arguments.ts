import { parseArgs } from 'node:util';
import { type BoundedRollInput, MAX_SAFE } from '../index.ts';
import { UsageError } from './usage-error.ts';

const FLAGS = ['help', 'json'] as const;
type Flag = (typeof FLAGS)[number];

export interface CommandArguments {
  flags: Record<Flag, boolean>;
  values: Map<string, string>;
}

/** Options as text: which of them a command needs, and what they mean, is for the readers below. */
export function readArguments(args: readonly string[], valueOptions: readonly string[]): CommandArguments {
  const options = Object.fromEntries([
    ...FLAGS.map((name) => [name, { type: 'boolean' }] as const),
    ...valueOptions.map((name) => [name, { type: 'string' }] as const),
  ]);
  const values = new Map<string, string>();
  const flags = { help: false, json: false };
  const parsed = parseOrExplain(args, options);
  for (const [name, value] of Object.entries(parsed)) {
    if (typeof value === 'string') values.set(name, value);
    else if (name === 'help' || name === 'json') flags[name] = true;
  }
  return { flags, values };
}

export function rollInputFrom(values: ReadonlyMap<string, string>): BoundedRollInput {
  const input = {
    serverSeed: required(values, 'server-seed'),
    clientSeed: required(values, 'client-seed'),
    nonce: requiredInteger(values, 'nonce', { least: 0, most: MAX_SAFE }),
  };
  return values.has('max')
    ? { ...input, max: requiredInteger(values, 'max', { least: 1, most: Number.MAX_VALUE }) }
    : input;
}

export function required(values: ReadonlyMap<string, string>, name: string): string {
  const value = values.get(name);
  if (value === undefined) throw new UsageError(`missing option --${name}`);
  return value;
}

interface Bounds {
  least: number;
  most: number;
}

export function requiredInteger(values: ReadonlyMap<string, string>, name: string, { least, most }: Bounds): number {
  const text = required(values, name);
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new UsageError(`--${name} must be an integer from ${least} to ${most}, not '${text}'`);
  }
  if (BigInt(value) !== BigInt(text)) {
    throw new UsageError(`--${name} ${text} has no exact double; the nearest is ${BigInt(value)}`);
  }
  return value;
}

function parseOrExplain(args: readonly string[], options: Record<string, { type: 'boolean' | 'string' }>) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
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
