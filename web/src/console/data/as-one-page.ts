/** What was answered as a whole, for a file that is made page by page. */
export async function* asOnePage<Row>(data: readonly Row[]) {
  yield { data, meta: { total: data.length } };
}
