import buildSerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import type { TSchema } from 'typebox';

type Validator = ((input: unknown) => unknown) & { errors?: unknown };

/**
 * Compiling the schemas of all routes at once is most of what a start costs, and half of what an idle process holds.
 * The first request that needs one waits a few milliseconds for it instead.
 */
export function validatorsWhenNeeded(compile: FastifySchemaCompiler<TSchema>): FastifySchemaCompiler<TSchema> {
  return (route) => {
    let compiled: Validator | null = null;
    const validate: Validator = (input) => {
      compiled ??= compile(route) as Validator;
      const isValid = compiled(input);
      validate.errors = compiled.errors;
      return isValid;
    };
    return validate as ReturnType<FastifySchemaCompiler<TSchema>>;
  };
}

export const serializersWhenNeeded: Pick<FastifyServerOptions, 'schemaController'> = {
  schemaController: {
    compilersFactory: {
      buildSerializer: (externalSchemas, options) => {
        const compile = buildSerializerSelector()(externalSchemas, options);
        return (route) => {
          let serialize: ReturnType<typeof compile> | null = null;
          return (answer: unknown) => {
            serialize ??= compile(route);
            return serialize(answer);
          };
        };
      },
    },
  },
};
