import { type FieldDef, type QueryArrayResult, types } from 'pg';

/** Names the field of a column: `price_cents` is read as `priceCents`. */
export const fieldOf = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

interface RowReader {
  read(values: unknown[]): object;
  columns: number;
}

const readersByStatement = new Map<string, RowReader>();

/**
 * Turns the rows of a result into objects. A statement that is prepared by name keeps its reader, since its columns
 * stay.
 */
export function rowsOf({ fields, rows }: QueryArrayResult<unknown[]>, statement: string | undefined): object[] {
  if (rows.length === 0) return rows;
  let reader = statement === undefined ? undefined : readersByStatement.get(statement);
  // A migration beside this process may add a column to the result of `select *`.
  if (reader?.columns !== fields.length) {
    reader = readerOf(fields);
    if (statement !== undefined) readersByStatement.set(statement, reader);
  }
  return rows.map(reader.read);
}

/**
 * A number of 64 bits is cents where its name says so, and stays text where it does not, as ids do. A part of a cent is no
 * amount, so a statement gives it as a float.
 */
const readingOf = ({ name, dataTypeID }: FieldDef, index: number): string => {
  const value = `values[${index}]`;
  const isWide = dataTypeID === types.builtins.INT8 || dataTypeID === types.builtins.NUMERIC;
  return isWide && /(^|_)cents(_brl)?$/i.test(name) ? `${value} === null ? null : BigInt(${value})` : value;
};

/** The reader is generated code, because objects from a literal are made faster than in a loop. */
function readerOf(fields: readonly FieldDef[]): RowReader {
  const entries = fields.map((field, index) => `${JSON.stringify(fieldOf(field.name))}: ${readingOf(field, index)}`);
  const read = new Function('values', `return { ${entries.join(', ')} };`) as RowReader['read'];
  return { read, columns: fields.length };
}
