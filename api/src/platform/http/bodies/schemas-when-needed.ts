import buildSerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import type { TSchema } from 'typebox';

type Validator = ((input: unknown) => unknown) & { errors?: unknown };
type CompileSerializer = ReturnType<ReturnType<typeof buildSerializerSelector>>;
type Serializer = ReturnType<CompileSerializer>;

/** Compiling all schemas at the start takes most of its time and half of the memory of an idle process. */
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

/** Most routes share the schema of errors. */
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
  const made = compile({ ...route, schema: withNullables(schema) });
  serializers.set(schema, made);
  return made;
}

/**
 * To tell several schemas apart, a validator would run for each answer; null needs none. The validator's own parts
 * stay, because it knows no nullable.
 */
function withNullables<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withNullables) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const { anyOf, ...rest } = part as Part & { anyOf?: unknown };
  if (anyOf === undefined) {
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withNullables(value)])) as Part;
  }
  const other = orNullOf(anyOf);
  return other === null ? part : ({ ...withNullables(other), ...rest, nullable: true } as Part);
}

function orNullOf(anyOf: unknown): object | null {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const [other, ...more] = anyOf.filter(({ type }) => type !== 'null');
  const isOneThing = more.length === 0 && other?.type !== undefined && CHOICES.every((choice) => !(choice in other));
  return isOneThing ? other : null;
}
const CHOICES = ['anyOf', 'oneOf', 'allOf', 'if'];
