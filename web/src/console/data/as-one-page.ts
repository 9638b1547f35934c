/** A file is made page by page, and this answer is one page. */
export async function* asOnePage<Row>(data: readonly Row[]) {
  yield { data, meta: { total: data.length } };
}
