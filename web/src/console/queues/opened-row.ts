export interface OpenedRow<Row> {
  key: string;
  row: Row;
}

/**
 * The drawer shows this row. One that newer rows have pushed off the page stays as it was last seen, with its typed
 * values, until somebody opens another one or it is known to be gone. An unchanged row keeps its identity.
 */
export function openedRowOf<Row>(
  openKey: string | null,
  { seen, isGone, before }: { seen: Row | undefined; isGone: boolean; before: OpenedRow<Row> | null },
): OpenedRow<Row> | null {
  if (openKey === null) return null;
  const known = before?.key === openKey ? before : null;
  if (seen === undefined) return isGone ? null : known;
  return known?.row === seen ? known : { key: openKey, row: seen };
}

/** Tells whether a list that is shown from its start has all of its rows: one that is not among them has left it. */
export const isWhole = (shown: number, total: number, before: string | undefined): boolean =>
  before === undefined && shown >= total;
