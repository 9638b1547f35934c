import type { TSchema } from 'typebox';

/** Plain digits: no exponent, no other base, no blank, no sign of infinity. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
};

/**
 * Returns a function that turns the texts of a path or query into the numbers and booleans of a schema, in place; other
 * texts stay for the validator to refuse.
 */
export function plainTextReader(schema: TSchema): ((input: unknown) => void) | undefined {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  const readers = Object.entries(properties).flatMap(([name, { type }]) => {
    const read = READERS[String(type)];
    return read === undefined ? [] : [{ name, read }];
  });
  if (readers.length === 0) return undefined;
  return (input) => {
    const values = input as Record<string, unknown>;
    for (const { name, read } of readers) {
      const value = values[name];
      if (typeof value === 'string') values[name] = read(value);
    }
  };
}
