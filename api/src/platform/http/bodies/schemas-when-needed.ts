import buildSerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import type { TSchema } from 'typebox';

type Validator = ((input: unknown) => unknown) & { errors?: unknown };
type CompileSerializer = ReturnType<ReturnType<typeof buildSerializerSelector>>;
type Serializer = ReturnType<CompileSerializer>;

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

/** Most routes answer an error by the same schema: it is compiled once for all of them. */
const serializers = new WeakMap<object, Serializer>();

export const serializersWhenNeeded: Pick<FastifyServerOptions, 'schemaController'> = {
  schemaController: {
    compilersFactory: {
      buildSerializer: (externalSchemas, options) => {
        const compile = buildSerializerSelector()(externalSchemas, options);
        return (route) => {
          let serialize: Serializer | null = null;
          return (answer: unknown) => {
            serialize ??= sharedSerializer(compile, route);
            return serialize(answer);
          };
        };
      },
    },
  },
};

function sharedSerializer(compile: CompileSerializer, route: Parameters<CompileSerializer>[0]): Serializer {
  const schema = route.schema as object;
  const known = serializers.get(schema);
  if (known !== undefined) return known;
  const made = compile(route);
  serializers.set(schema, made);
  return made;
}
