import type { TSchema } from 'typebox';

/** Digits as a person writes them: no exponent, no other base, no blank, no sign of infinity. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
};

/**
 * Paths and queries have texts alone. Gives what turns those of a schema's numbers and booleans into such, in place; what
 * is none stays a text, of which the validator says what it should be.
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
