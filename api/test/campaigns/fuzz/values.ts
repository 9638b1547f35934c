import type { OpenApi, Schema } from '../../support/openapi.ts';
import { resolved } from '../../support/openapi.ts';
import type { Chance } from '../chance.ts';

/** Makes right values for a schema of the API, and values that machines send and people do not. */

interface Shape extends Schema {
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
}

/** Rows have small numbers, so that many of these lead somewhere. */
const MOST_ID = 25;
const DIGITS = /^\^\(?\[?[01-9-]*\]?.*\[0-9\]/;
const WORDS = [
  'a',
  'Ação',
  'knife',
  'x'.repeat(40),
  'https://images.example/1.png',
  'player@example.com',
  'drand',
  '💥',
];
const MOST_DEPTH = 8;

export function rightValue(document: OpenApi, given: Schema, chance: Chance, depth = 0): unknown {
  const shape = resolved(document, given) as Shape;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return chance.pick(shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined && depth < MOST_DEPTH) return rightValue(document, chance.pick(choices), chance, depth + 1);
  if (shape.examples !== undefined && shape.examples.length > 0 && chance.happens(0.4))
    return chance.pick(shape.examples);
  switch (typeOf(shape, chance)) {
    case 'object':
      return rightObject(document, shape, chance, depth);
    case 'array': {
      const { minItems = 0, maxItems = 4 } = shape;
      const length = depth > MOST_DEPTH ? 0 : chance.between(minItems, Math.min(maxItems, minItems + 3));
      return Array.from({ length }, () => rightValue(document, shape.items ?? {}, chance, depth + 1));
    }
    case 'integer':
      return rightNumber(shape, chance);
    case 'number':
      return chance.happens(0.5) ? rightNumber(shape, chance) : rightNumber(shape, chance) + 0.5;
    case 'boolean':
      return chance.happens(0.5);
    case 'null':
      return null;
    default:
      return rightText(shape, chance);
  }
}

const typeOf = ({ type }: Shape, chance: Chance): string =>
  Array.isArray(type) ? chance.pick(type) : (type ?? 'string');

function rightObject(document: OpenApi, shape: Shape, chance: Chance, depth: number): object {
  const parts = [shape, ...(shape.allOf ?? []).map((each) => resolved(document, each) as Shape)];
  const filled: Record<string, unknown> = {};
  for (const { properties = {}, required = [] } of parts) {
    for (const [name, property] of Object.entries(properties)) {
      if (!required.includes(name) && (depth > MOST_DEPTH || chance.happens(0.5))) continue;
      filled[name] = rightValue(document, property, chance, depth + 1);
    }
  }
  return filled;
}

function rightNumber({ minimum = 0, maximum = 1_000 }: Shape, chance: Chance): number {
  const edge = chance.below(6);
  if (edge === 0) return minimum;
  if (edge === 1) return maximum;
  return chance.between(Math.ceil(minimum), Math.min(Math.floor(maximum), Math.ceil(minimum) + MOST_ID));
}

function rightText({ format, pattern = '', minLength = 0, maxLength = 60 }: Shape, chance: Chance): string {
  if (format === 'date-time') return new Date(Date.now() + chance.between(-30, 30) * 86_400_000).toISOString();
  if (format === 'date') return new Date(Date.now() - chance.below(40) * 86_400_000).toISOString().slice(0, 10);
  if (pattern.includes('0-9a-f]{64}')) return 'ab'.repeat(32);
  if (pattern.includes('[0-9]){6}')) return '123456';
  if (DIGITS.test(pattern)) return String(chance.between(1, chance.happens(0.9) ? MOST_ID : 100_000));
  const text = chance.pick(WORDS);
  return text.padEnd(Math.min(minLength, 200), 'x').slice(0, maxLength);
}

/** Written as it stands, since no number of ours is so large. */
const HUGE = '1e400 as a number';
const HOSTILE: readonly unknown[] = [
  ...['', ' ', '0', '-1', '007', '1e400', 'Infinity', 'NaN', '0x10', '1.5', '9'.repeat(400), '9223372036854775808'],
  ...['\u0000', 'a\u0000b', '\ud800', '__proto__', 'constructor', "'; drop table users; --", '%', '../../etc/passwd'],
  ...['💥'.repeat(200), 'x'.repeat(5_000), '\u202e', '{{7*7}}', '<script>'],
  ...[HUGE, -1, 0, 1.5, -0, 1e308, 2 ** 53, null, true, [], {}, [[]], [null], { a: { b: { c: {} } } }],
  ...[{ $gt: '' }, ['1', '1'], [1, [2, [3]]], { toString: 1 }],
];
const FOREIGN_NAMES = ['__proto__', 'constructor', 'userId', 'status', 'role', 'balanceCents', 'id', 'x'.repeat(300)];

export function spoiled(body: unknown, chance: Chance): unknown {
  const copy: unknown = structuredClone(body);
  const places = placesIn(copy);
  const place = places.length === 0 || chance.happens(0.05) ? null : chance.pick(places);
  if (place === null) return chance.pick(HOSTILE);
  const { holder, key } = place;
  const way = chance.below(4);
  if (way === 0 && !Array.isArray(holder)) delete (holder as Record<string, unknown>)[key];
  else if (way === 1 && !Array.isArray(holder)) define(holder, chance.pick(FOREIGN_NAMES), chance.pick(HOSTILE));
  else if (way === 2 && Array.isArray(holder)) holder.push(...holder);
  else define(holder, key, chance.pick(HOSTILE));
  return copy;
}

/** An assignment would make a prototype of a field of that name. */
const define = (holder: object, key: string, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });

interface Place {
  holder: object;
  key: string;
}

const placesIn = (value: unknown): Place[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, each]) => [{ holder: value, key }, ...placesIn(each)]);

export function hostileText(chance: Chance): string {
  const value = chance.pick(HOSTILE);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
export const written = (body: unknown): string => (JSON.stringify(body) ?? '').replaceAll(`"${HUGE}"`, '1e400');
