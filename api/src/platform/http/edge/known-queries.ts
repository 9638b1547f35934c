import type { RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Others write its address and may add to it what they like. */
    takesAnyQuery?: boolean;
  }
}

/**
 * A parameter that a route does not know is refused by its name: a filter that is misspelt and ignored would list everything,
 * and who asked would take it for the answer.
 */
export function refuseUnknownQuery({ schema, config }: RouteOptions): void {
  // Monitors ask for the health of the process in their own ways.
  if (schema === undefined || config?.takesAnyQuery === true || config?.whileStarting === true) return;
  const known = (schema.querystring ?? { type: 'object', properties: {} }) as object;
  schema.querystring = { ...known, additionalProperties: false };
}
