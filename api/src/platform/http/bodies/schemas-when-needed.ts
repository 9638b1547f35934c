import buildSerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import type { TSchema } from 'typebox';

type Validator = ((input: unknown) => unknown) & { errors?: unknown };

/**
 * Compiling the schemas of all routes is most of what a start costs. A server that is to answer for long does it at
 * once, so that nobody waits for it; one that lives for a few requests compiles what these need.
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
