import { Ajv, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';

const ajv = new Ajv({ strictTypes: false });

/** Reads a value of the given shape; it may have further fields. */
export function shaped<Shape extends TSchema>(shape: Shape): (reply: unknown) => Static<Shape> | null {
  // The check is compiled at its first use, so that a start does not wait for it.
  let matches: ValidateFunction | null = null;
  return (reply) => {
    matches ??= ajv.compile(shape);
    return matches(reply) ? (reply as Static<Shape>) : null;
  };
}
