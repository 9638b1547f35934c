import { type BoundedRollInput, MAX_SAFE } from '../index.ts';
import { UsageError } from './usage-error.ts';

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
