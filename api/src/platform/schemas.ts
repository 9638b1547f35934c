import { type Static, type TObject, type TSchema, Type } from 'typebox';

/** `x-fault` replaces the validator's message for a wrong value. */

/** A `title` names a component of the OpenAPI document. Each place describes these three itself. */

export const IdText = Type.String({
  title: 'Id',
  description: 'A 64-bit integer as a decimal string',
  pattern: '^[0-9]{1,19}$',
  format: 'int64',
  'x-fault': 'must be an id: 1 to 19 digits',
  // Record 1 exists, so a trial in the reference works.
  examples: ['1'],
});

/** JSON numbers are not exact past 2^53. */
export const CentsText = Type.String({
  title: 'Cents',
  description: 'Integer cents as a decimal string',
  pattern: '^-?[0-9]{1,19}$',
  examples: ['12345'],
});

export const Timestamp = Type.String({
  title: 'Timestamp',
  description: 'ISO 8601 in UTC, with milliseconds',
  format: 'date-time',
  examples: ['2026-11-15T12:00:00.000Z'],
});

export const idOf = (description: string) => Type.String({ ...IdText, description });
export const centsOf = (description: string) => Type.String({ ...CentsText, description });
export const timeOf = (description: string) => Type.String({ ...Timestamp, description });
export const moneyText = (description: string) => Type.String({ description, examples: ['R$ 45,00'] });
export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const described = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
});

export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status', examples: [400] }),
    message: Type.String({ description: 'The reason, for a person', examples: ['Validation failed'] }),
    code: Type.String({
      title: 'ErrorCode',
      description:
        'The reason, for a program; it never changes. The schema `ErrorCode` lists all codes: take one you do not know by its status',
      examples: ['VALIDATION_FAILED'],
    }),
    params: Type.Optional(
      Type.Unsafe<Record<string, string | number | string[]>>({
        type: 'object',
        additionalProperties: {
          anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
        },
        description:
          'The values in `message`, for a page that words it itself: amounts are cents as strings, times ISO 8601. ' +
          'The schema `ErrorCode` names them for each code',
        examples: [{ leastCents: '1000', mostCents: '500000' }],
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field: Type.String({ description: 'Dotted path of the field', examples: ['serverSeed'] }),
            message: Type.String({ description: 'The fault of the field', examples: ['is required'] }),
          },
          { title: 'FieldFault', description: 'One fault of one field' },
        ),
        { description: 'Every fault of the input' },
      ),
    ),
    requestId: Type.Optional(Type.String({ description: 'Given on a 500: the id to report', examples: ['k3v9-1a'] })),
  },
  { $id: 'Error', title: 'Error', description: 'Every answer that is not a success has this body.' },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** The document shows one object of several. Validation uses the object with all fields, which is faster. */
export const documentedAs = (propertyName: string | null, variants: readonly TObject[]) => ({
  'x-documented-as': { propertyName, variants },
});

export const givenText = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    'x-fault': `must have 1 to ${maxLength} characters that are not all blank`,
    description,
    ...(examples.length > 0 && { examples }),
  });

export const givenAddress = (description: string) =>
  Type.String({
    maxLength: 1_000,
    format: 'uri',
    pattern: '^https?://',
    'x-fault': 'must be an address that begins with http:// or https://, of at most 1000 characters',
    description,
  });

/** The documents make the reason optional. */
export const GivenReason = Type.Optional(givenText(500, 'Why; kept in the audit trail'));

export const ReasonBody = Type.Object(
  { reason: GivenReason },
  { examples: [{ reason: 'As the plan of this month says' }, {}] },
);
