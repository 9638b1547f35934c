import { _, Ajv, type ErrorObject, type FuncKeywordDefinition } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { isId } from '../../ids.ts';
import { brokenTextFinder } from './broken-texts.ts';
import { plainTextReader } from './plain-texts.ts';

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

/**
 * The zone is required, because without it the time would be in the server's zone. `Date` turns the 30th of February
 * into the 2nd of March, so a day that comes back changed does not exist. Leap seconds are refused, as `Date` has none.
 */
function isTimestamp(text: string): boolean {
  const day = RFC_3339.exec(text)?.groups?.day;
  if (day === undefined) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/**
 * A character is one or two units of a string, so the string's length nearly always decides without counting. The
 * validator's own keywords walk every text.
 */
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
    // It stands in the place of the validator's own, because the first of two faults of a field is reported.
    before: 'pattern',
    errors: false,
    error: { message: keyword, params },
  } satisfies FuncKeywordDefinition;
}

const characterCount = (text: string) => [...text].length;

function createAjv(): Ajv {
  const ajv = new Ajv({
    useDefaults: true,
    // Every fault is reported at once; the limit of 64 KiB for bodies bounds the work.
    allErrors: true,
    verbose: true,
    strictTypes: false,
    formats,
  });
  ajv.addKeyword({ keyword: 'x-fault', schemaType: 'string' });
  ajv.addKeyword({ keyword: 'x-documented-as' });
  // Each caller must draw it anew, and the reference does so in the browser.
  ajv.addKeyword({ keyword: 'x-drawn-by-caller', schemaType: 'boolean' });
  for (const definition of lengthKeywords) ajv.removeKeyword(String(definition.keyword)).addKeyword(definition);
  return ajv;
}

/** One compiler serves the whole process and compiles each schema once. */
const ajv = createAjv();

/**
 * A JSON body states its types, so a number in place of a string is a fault. Paths and queries are text and are
 * converted by the schema. No text may have characters that PostgreSQL cannot store.
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
