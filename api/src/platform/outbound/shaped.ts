import { Ajv, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';

const ajv = new Ajv({ strictTypes: false });

/** Reads what has the shape, and nothing else; fields that the shape does not name may be there. */
export function shaped<Shape extends TSchema>(shape: Shape): (reply: unknown) => Static<Shape> | null {
  // Compiled when first needed: a start does not wait for it.
  let matches: ValidateFunction | null = null;
  return (reply) => {
    matches ??= ajv.compile(shape);
    return matches(reply) ? (reply as Static<Shape>) : null;
  };
}
