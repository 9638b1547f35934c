import { type FieldDef, type QueryArrayResult, types } from 'pg';

/** `price_cents` is read as `priceCents`. */
export const fieldOf = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

interface RowReader {
  read(values: unknown[]): object;
  columns: number;
}

const readersByStatement = new Map<string, RowReader>();

/** A named statement keeps its reader, because its columns stay. */
export function rowsOf({ fields, rows }: QueryArrayResult<unknown[]>, statement: string | undefined): object[] {
  if (rows.length === 0) return rows;
  let reader = statement === undefined ? undefined : readersByStatement.get(statement);
  // A migration may add a column to `select *`.
  if (reader?.columns !== fields.length) {
    reader = readerOf(fields);
    if (statement !== undefined) readersByStatement.set(statement, reader);
  }
  return rows.map(reader.read);
}

/** A 64-bit number is cents if its name says so, else text, as ids are. Parts of a cent are floats. */
const readingOf = ({ name, dataTypeID }: FieldDef, index: number): string => {
  const value = `values[${index}]`;
  const isWide = dataTypeID === types.builtins.INT8 || dataTypeID === types.builtins.NUMERIC;
  return isWide && /(^|_)cents(_brl)?$/i.test(name) ? `${value} === null ? null : BigInt(${value})` : value;
};

/** Generated code makes objects faster than a loop. */
function readerOf(fields: readonly FieldDef[]): RowReader {
  const entries = fields.map((field, index) => `${JSON.stringify(fieldOf(field.name))}: ${readingOf(field, index)}`);
  const read = new Function('values', `return { ${entries.join(', ')} };`) as RowReader['read'];
  return { read, columns: fields.length };
}

/** Ids, numbers, seeds and statuses need no quotes. */
const NEEDS_NO_QUOTES = /^[\w.-]+$/;

/**
 * The driver quotes every element, which took an eighth of the processor time of large writes (`npm run bench --
 * open`). Returns null for types that only the driver can write.
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

/** Without quotes it would be null. */
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
