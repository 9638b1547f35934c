/** What an array literal of PostgreSQL takes as it is: ids, numbers, seeds, names of statuses. */
const NEEDS_NO_QUOTES = /^[\w.-]+$/;

/**
 * An array as PostgreSQL reads it. The driver quotes and escapes every element, which was an eighth of what a request that
 * writes hundreds of rows costs this process (`npm run bench -- open`), and nearly all elements need neither. Null where an element
 * is of a kind that only the driver knows how to write.
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

/** The word NULL without quotes would be no text. */
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
