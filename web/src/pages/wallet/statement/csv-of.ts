/** Separated by semicolons, as spreadsheets of Brazil read them. A text that would begin a formula is made harmless. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cellOf).join(';')).join('\r\n')}\r\n`;

const isNumber = (text: string) => /^-?[\d.,]+$/.test(text);

function cellOf(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) && !isNumber(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
