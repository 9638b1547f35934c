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

/** Ids, numbers, seeds and names of statuses need no quotes in an array literal. */
const NEEDS_NO_QUOTES = /^[\w.-]+$/;

/**
 * Writes an array as PostgreSQL reads it. The driver quotes and escapes every element, which took an eighth of the
 * processor time of a request that writes hundreds of rows (`npm run bench -- open`), and nearly all elements need
 * neither. Returns null if an element has a type that only the driver can write.
 */
export function arrayText(elements: readonly unknown[]): string | null {
  let text = '{';
  for (let index = 0; index < elements.length; index += 1) {
    const element = elementText(elements[index]);
    if (element === null) return null;
    text += index === 0 ? element : `,${element}`;
  }
  return `${text}}`;
}

/** NULL without quotes would be read as null and not as text. */
const isNull = (text: string) => text.length === 4 && text.toLowerCase() === 'null';

function elementText(element: unknown): string | null {
  switch (typeof element) {
    case 'string':
      if (NEEDS_NO_QUOTES.test(element) && !isNull(element)) return element;
      return `"${element.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(element);
    default:
      return element === null || element === undefined ? 'NULL' : null;
  }
}
