import buildSerializerSelector from '@fastify/fast-json-stringify-compiler';
import { _, Ajv, type ErrorObject, type FuncKeywordDefinition } from 'ajv';
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { isId } from '../../ids.ts';

interface BrokenText {
  keyword: 'text';
  instancePath: string;
  schemaPath: string;
  params: Record<string, never>;
  message: string;
}

interface Shape {
  type?: unknown;
  properties?: Readonly<Record<string, Shape>>;
  items?: Shape;
  anyOf?: readonly Shape[];
}

type Find = (value: unknown, path: string, faults: BrokenText[]) => void;

/** PostgreSQL cannot store a NUL or half a surrogate pair. Returns undefined if the schema has no text. */
function brokenTextFinder(schema: TSchema): ((input: unknown) => BrokenText[]) | undefined {
  const find = finderOf(schema as Shape);
  if (find === undefined) return undefined;
  return (input) => {
    const faults: BrokenText[] = [];
    find(input, '', faults);
    return faults;
  };
}

const WITHOUT_TEXT: ReadonlySet<unknown> = new Set(['integer', 'number', 'boolean', 'null']);

function finderOf({ type, properties, items, anyOf }: Shape): Find | undefined {
  if (anyOf !== undefined) return allOf(anyOf.flatMap((shape) => finderOf(shape) ?? []));
  if (properties !== undefined) return inFields(properties);
  if (items !== undefined) return inEntries(items);
  return WITHOUT_TEXT.has(type) ? undefined : findAnywhere;
}

function allOf(finders: readonly Find[]): Find | undefined {
  if (finders.length <= 1) return finders[0];
  return (value, path, faults) => {
    for (const find of finders) find(value, path, faults);
  };
}

function inFields(properties: Readonly<Record<string, Shape>>): Find | undefined {
  const fields = Object.entries(properties).flatMap(([name, shape]) => {
    const find = finderOf(shape);
    return find === undefined ? [] : [{ name, step: stepOf(name), find }];
  });
  if (fields.length === 0) return undefined;
  return (value, path, faults) => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name, step, find } of fields) find((value as Record<string, unknown>)[name], path + step, faults);
  };
}

function inEntries(items: Shape): Find | undefined {
  const find = finderOf(items);
  if (find === undefined) return undefined;
  return (value, path, faults) => {
    if (!Array.isArray(value)) return;
    for (const [index, entry] of value.entries()) find(entry, `${path}/${index}`, faults);
  };
}

/** Deep JSON would exhaust the stack of a recursive walk. */
function findAnywhere(value: unknown, path: string, faults: BrokenText[]): void {
  const found = [{ value, path }];
  for (const each of found) {
    if (typeof each.value === 'string') {
      if (isBroken(each.value)) faults.push(brokenText(each.path));
    } else if (typeof each.value === 'object' && each.value !== null) {
      for (const [name, entry] of Object.entries(each.value)) {
        if (isBroken(name)) faults.push(brokenText(each.path));
        else found.push({ value: entry, path: each.path + stepOf(name) });
      }
    }
  }
}

const isBroken = (text: string) => text.includes('\u0000') || !text.isWellFormed();

const stepOf = (name: string) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const brokenText = (instancePath: string): BrokenText => ({
  keyword: 'text',
  instancePath,
  schemaPath: '#',
  params: {},
  message: 'contains a character that cannot be stored',
});

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
};

/** Other texts stay for the validator to refuse. */
function plainTextReader(schema: TSchema): ((input: unknown) => void) | undefined {
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

export type InputPart = 'body' | 'params' | 'querystring' | 'headers';
export type ValidationFault = Pick<
  ErrorObject,
  'keyword' | 'instancePath' | 'schemaPath' | 'params' | 'message' | 'parentSchema'
>;

const formats = {
  int64: isId,
  'safe-integer': (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text)),
  'date-time': isTimestamp,
  date: /^\d{4}-\d{2}-\d{2}$/,
  uri: URL.canParse,
};

const RFC_3339 =
  /^(?<day>\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Without a zone the time would be the server's. A day that `Date` changes does not exist. */
function isTimestamp(text: string): boolean {
  const day = RFC_3339.exec(text)?.groups?.day;
  if (day === undefined) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** A character is one or two units, so the length nearly always decides without counting. */
const lengthKeywords: readonly FuncKeywordDefinition[] = [
  {
    ...lengthKeyword('minLength'),
    compile: (limit: number) => (text: string) =>
      text.length >= 2 * limit || (text.length >= limit && characterCount(text) >= limit),
  },
  {
    ...lengthKeyword('maxLength'),
    compile: (limit: number) => (text: string) => text.length <= limit || characterCount(text) <= limit,
  },
];

function lengthKeyword(keyword: 'minLength' | 'maxLength') {
  const params: NonNullable<FuncKeywordDefinition['error']>['params'] = ({ schemaCode }) => _`{limit: ${schemaCode}}`;
  return {
    keyword,
    type: 'string',
    schemaType: 'number',
    // The first fault of a field is reported, so the place matters.
    before: 'pattern',
    errors: false,
    error: { message: keyword, params },
  } satisfies FuncKeywordDefinition;
}

const characterCount = (text: string) => [...text].length;

function createAjv(): Ajv {
  const ajv = new Ajv({
    useDefaults: true,
    // The body limit of 64 KiB bounds the work.
    allErrors: true,
    verbose: true,
    strictTypes: false,
    formats,
  });
  ajv.addKeyword({ keyword: 'x-fault', schemaType: 'string' });
  ajv.addKeyword({ keyword: 'x-documented-as' });
  // Each caller must draw it anew; the reference does so in the browser.
  ajv.addKeyword({ keyword: 'x-drawn-by-caller', schemaType: 'boolean' });
  for (const definition of lengthKeywords) ajv.removeKeyword(String(definition.keyword)).addKeyword(definition);
  return ajv;
}

const ajv = createAjv();

/**
 * Paths and queries are text and are converted; a JSON body must have the right types. No text may have characters that
 * PostgreSQL cannot store.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const matches = ajv.compile(schema);
  const read = httpPart === 'body' ? undefined : plainTextReader(schema);
  const findBrokenTexts = brokenTextFinder(schema);
  const validate = (input: unknown) => {
    read?.(input);
    const faults: ValidationFault[] = matches(input) ? [] : (matches.errors ?? []);
    const broken = findBrokenTexts?.(input) ?? [];
    checked.errors = [...faults, ...broken];
    return checked.errors.length === 0;
  };
  const checked = Object.assign(validate, { errors: [] as ValidationFault[] });
  return checked;
};

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
