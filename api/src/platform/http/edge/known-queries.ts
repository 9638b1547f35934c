import type { RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Outside parties write this address and may add parameters. */
    takesAnyQuery?: boolean;
  }
}

/** Refuses a parameter that a route does not know, because a misspelt filter would silently list everything. */
export function refuseUnknownQuery({ schema, config }: RouteOptions): void {
  // Monitors ask for the health of the process in their own ways.
  if (schema === undefined || config?.takesAnyQuery === true || config?.whileStarting === true) return;
  const known = (schema.querystring ?? { type: 'object', properties: {} }) as object;
  schema.querystring = { ...known, additionalProperties: false };
}
