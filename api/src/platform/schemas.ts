import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/**
 * Pieces of request and response schemas that every module uses. `x-fault` is the sentence a person reads when the
 * value does not fit; without it the validator's own words are used.
 */

/** An id in a path, a query or a body: 1 to 19 digits within 64 bits. */
export const IdText = Type.String({
  pattern: '^[0-9]{1,19}$',
  format: 'int64',
  'x-fault': 'must be an id: 1 to 19 digits',
  examples: ['42'],
});

/** Integer cents as a decimal string, since JSON numbers are not exact past 2^53. */
export const CentsText = Type.String({ pattern: '^-?[0-9]{1,19}$', examples: ['12345'] });

/** ISO 8601, UTC, milliseconds. */
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-15T12:00:00.000Z'] });

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 20;
/** Far beyond any page a person asks for, and small enough that page × limit stays exact. */
const MAX_PAGE = 1_000_000;

const pageProperties = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'Page, counted from 1' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE, description: 'Entries a page' }),
  ),
};

/** The query of a list: `page` and `limit`, and what else the list takes. */
export const pageQuery = <Properties extends TProperties>(more: Properties) =>
  Type.Object({ ...pageProperties, ...more });

/** The envelope of a list. */
export const listOf = <Entry extends TSchema>(entry: Entry) =>
  Type.Object({
    data: Type.Array(entry),
    meta: Type.Object({
      page: Type.Integer({ examples: [1] }),
      limit: Type.Integer({ examples: [DEFAULT_PAGE_SIZE] }),
      total: Type.Integer({ examples: [137] }),
    }),
  });

export interface PageRequest {
  page: number;
  limit: number;
  offset: number;
}

export function pageOf(query: { page?: number; limit?: number }): PageRequest {
  const page = query.page ?? 1;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  return { page, limit, offset: (page - 1) * limit };
}

export function listView<Entry>(data: Entry[], { page, limit }: PageRequest, total: number) {
  return { data, meta: { page, limit, total } };
}

export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status', examples: [400] }),
    message: Type.String({ description: 'The reason, for a person', examples: ['Validation failed'] }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'Dotted path of the field', examples: ['serverSeed'] }),
          message: Type.String({ examples: ['is required'] }),
        }),
        { description: 'Every fault of the input' },
      ),
    ),
    requestId: Type.Optional(Type.String({ description: 'Given on a 500: the id to report', examples: ['k3v9-1a'] })),
  },
  { $id: 'Error', title: 'Error', description: 'Every answer that is not a success has this body.' },
);
export type ErrorBody = Static<typeof ErrorBody>;
