/** The JSON is not of the expected kind; the message names the field. */
export class UnreadableJson extends Error {}

/** Reads the fields that are checked and ignores all others. */
export interface JsonFields {
  text(name: string): string;
  integer(name: string): number;
  flag(name: string): boolean;
  /** Amounts are decimal strings. */
  cents(name: string): bigint;
  /** Percentages are decimal strings; `unitsOf` converts them to whole numbers, or returns null or an error. */
  percent(name: string, unitsOf: (percent: string) => number | bigint | null): number;
  /** Absent counts as null. */
  isNull(name: string): boolean;
  fields(name: string): JsonFields;
  list(name: string): JsonFields[];
  texts(name: string): string[];
  integers(name: string): number[];
  parts(name: string): (string | number | null)[];
}

export function readJson(json: unknown, path = ''): JsonFields {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new UnreadableJson(`${path === '' ? 'it' : `'${path}'`} must be an object`);
  }
  const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
  const fieldOf = (name: string): unknown => (Object.hasOwn(json, name) ? Reflect.get(json, name) : undefined);
  const found = <Value>(name: string, kind: string, isKind: (value: unknown) => value is Value): Value => {
    const value = fieldOf(name);
    if (!isKind(value)) throw new UnreadableJson(`'${pathOf(name)}' must be ${kind}`);
    return value;
  };
  const text = (name: string) => found(name, 'a text', isText);
  const listOf = <Value>(name: string, kind: string, isKind: (value: unknown) => value is Value) =>
    found(name, `a list of ${kind}`, (value) => isList(value) && value.every(isKind)) as Value[];
  return {
    text,
    integer: (name) => found(name, 'an integer', isInteger),
    flag: (name) => found(name, 'true or false', isFlag),
    cents: (name) => BigInt(found(name, 'whole cents in a text', isCents)),
    percent: (name, unitsOf) => {
      const units = unitsOrNull(text(name), unitsOf);
      if (units === null) throw new UnreadableJson(`'${pathOf(name)}' must be a percentage in a text`);
      return Number(units);
    },
    isNull: (name) => (fieldOf(name) ?? null) === null,
    fields: (name) => readJson(fieldOf(name), pathOf(name)),
    list: (name) => found(name, 'a list', isList).map((entry, index) => readJson(entry, `${pathOf(name)}[${index}]`)),
    texts: (name) => listOf(name, 'texts', isText),
    integers: (name) => listOf(name, 'integers', isInteger),
    parts: (name) => listOf(name, 'texts, integers and nulls', isPart),
  };
}

function unitsOrNull(percent: string, unitsOf: (percent: string) => number | bigint | null) {
  try {
    return unitsOf(percent);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isCents = (value: unknown): value is string => isText(value) && /^[0-9]{1,19}$/.test(value);
const isPart = (value: unknown): value is string | number | null => value === null || isText(value) || isInteger(value);
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** Applies `read` to a field; null where there is none. */
export const orNull = <Value>(fields: JsonFields, name: string, read: (name: string) => Value): Value | null =>
  fields.isNull(name) ? null : read(name);
