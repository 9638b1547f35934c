import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';

export type CsvRow = Readonly<Record<string, string | number | bigint | boolean | null>>;

/** Spreadsheets read such a text as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** RFC 4180; an apostrophe keeps a text from being a formula. */
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

/** A caller that takes anything gets JSON. */
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

export const jsonOrCsv = (description: string, json: TSchema) => ({
  description,
  content: { 'application/json': { schema: json }, 'text/csv': { schema: CsvText } },
});

export function sendJsonOrCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, row, rows, name }: { json: object; row: Pick<TObject, 'properties'>; rows: readonly CsvRow[]; name: string },
): FastifyReply {
  // A cache must not mix the two forms.
  reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '));
  if (!wantsCsv(request.headers.accept)) return reply.send(json);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(csvText(Object.keys(row.properties), rows));
}
