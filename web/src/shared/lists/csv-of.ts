/** Separated by semicolons, as spreadsheets of Brazil read them. A text that would begin a formula is made harmless. */
export const csvOf = (rows: readonly (readonly string[])[]): string => `\uFEFF${csvLines(rows)}`;

/** Leaves out the mark that begins a file, for rows that are added to one. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(';')}\r\n`).join('');

const isNumber = (text: string) => /^-?[\d.,]+$/.test(text);

function cellOf(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) && !isNumber(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
