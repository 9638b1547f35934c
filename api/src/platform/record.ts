import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import { raw, type Sql } from './database/sql.ts';
import type { Id } from './ids.ts';
import type { Cents } from './money.ts';
import { CentsText, IdText, Timestamp } from './schemas.ts';

/**
 * One schema gives the row's type (an Id, a bigint, a Date), the columns and the answer. The serializer writes only its
 * fields, so nothing copies a row.
 */
export type { Static };

export const id = <Name extends string>(description: string) => field<Id<Name>>(IdText, description);
export const cents = (description: string, example?: string) => field<Cents>(CentsText, description, example);
export const time = (description: string, example?: string) => field<Date>(Timestamp, description, example);
export const string = (description: string, example: string) => field<string>({ type: 'string' }, description, example);
export const integer = (description: string, example: number) =>
  field<number>({ type: 'integer' }, description, example);
export const number = (description: string, example: number) => field<number>({ type: 'number' }, description, example);
export const flag = (description: string, example: boolean) =>
  field<boolean>({ type: 'boolean' }, description, example);
export const json = <Value extends object>(description: string, example: Value) =>
  field<Value>({ type: 'object', additionalProperties: true }, description, example);
export const oneOf = <const Value extends string>(values: readonly Value[], title: string, description: string) =>
  field<Value>({ title, type: 'string', enum: [...values] }, description, values[0]);

export const part = <Of extends TSchema>(of: Of, description: string, example: unknown = exampleOf(of)) =>
  field<Static<Of>>(of, description, example);
export const listOf = <Of extends TSchema>(of: Of, description: string, example: unknown[] = [exampleOf(of)]) =>
  field<Static<Of>[]>({ type: 'array', items: of }, description, example);

/** The serializer tells null from a value by this shape. */
export const orNull = <Value>(of: TUnsafe<Value>, description: string, example: unknown = exampleOf(of)) =>
  field<Value | null>({ anyOf: [of, Type.Null()] }, description, example);

const field = <Value>(schema: object, description: string, example?: unknown): TUnsafe<Value> =>
  Type.Unsafe<Value>({ ...schema, description, ...(example === undefined ? {} : { examples: [example] }) });
const exampleOf = (schema: TSchema): unknown => (schema as { examples?: unknown[] }).examples?.[0];

export const record = <Fields extends TProperties>(title: string, description: string, fields: Fields) =>
  Object.assign(Type.Object(fields, { title, description }), { examples: examplesOf(fields) });

/** Without a title it is written out where it is used. */
export const group = <Fields extends TProperties>(description: string, fields: Fields) =>
  Object.assign(Type.Object(fields, { description }), { examples: examplesOf(fields) });

/** The payload of an event, or a part of one record alone. */
export const unnamed = <Fields extends TProperties>(fields: Fields): TObject<Fields> =>
  Type.Object(fields, { examples: examplesOf(fields) });

const examplesOf = (fields: TProperties): object[] => [
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, schema]) => [name, exampleOf(schema)])
      .filter(([, example]) => example !== undefined),
  ),
];

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const columnsOf = ({ properties }: Pick<TObject, 'properties'>, table?: string): Sql =>
  raw(
    Object.keys(properties)
      .map((name) => (table === undefined ? columnOf(name) : `${table}.${columnOf(name)}`))
      .join(', '),
  );

/**
 * Returns what the serializer would write: the fields of the schema alone, cents as text, times as ISO 8601. Events are sent
 * by it, because sockets have no serializer.
 */
export const written = <Of extends TSchema>(of: Of, value: Static<Of>) => writtenBy(of, value) as Static<Of>;

function writtenBy(of: TSchema, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  const { properties, items = {}, anyOf = [] } = of as Described;
  const [other, ...more] = anyOf.filter((each) => (each as { type?: string }).type !== 'null');
  if (other !== undefined && more.length === 0) return writtenBy(other, value);
  if (Array.isArray(value)) return value.map((each) => writtenBy(items, each));
  const fields = Object.entries(value).filter(([name]) => properties === undefined || name in properties);
  return Object.fromEntries(fields.map(([name, each]) => [name, writtenBy(properties?.[name] ?? {}, each)]));
}

interface Described {
  properties?: TProperties;
  items?: TSchema;
  anyOf?: TSchema[];
}
