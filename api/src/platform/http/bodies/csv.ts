import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';

/** Sends a table as text to a caller that asks for it by `Accept: text/csv`. */

export type CsvRow = Readonly<Record<string, string | number | bigint | boolean | null>>;

/** Spreadsheets read a text that begins so as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** Writes RFC 4180. An apostrophe makes a text plain that a spreadsheet would compute; numbers stay as they are. */
export function csvText(columns: readonly string[], rows: readonly CsvRow[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((fields) => `${fields.map(csvField).join(',')}\r\n`)
    .join('');
}

function csvField(value: string | number | bigint | boolean): string {
  if (typeof value !== 'string') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Says whether a caller names CSV and prefers it to JSON. A caller that takes anything gets JSON. */
export function wantsCsv(accept: string | undefined): boolean {
  const weights = new Map(
    (accept ?? '').split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [type, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  return (weights.get('text/csv') ?? 0) > (weights.get('application/json') ?? 0);
}

const CsvText = Type.String({ title: 'CsvText', description: 'RFC 4180, with a line of names first' });

/** Describes an answer that a route gives as JSON or as a table. */
export const jsonOrCsv = (description: string, json: TSchema) => ({
  description,
  content: { 'application/json': { schema: json }, 'text/csv': { schema: CsvText } },
});

export function sendJsonOrCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, row, rows, name }: { json: object; row: Pick<TObject, 'properties'>; rows: readonly CsvRow[]; name: string },
): FastifyReply {
  // The header is added to the existing ones, so that a cache does not mix the two forms.
  reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '));
  if (!wantsCsv(request.headers.accept)) return reply.send(json);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(csvText(Object.keys(row.properties), rows));
}
