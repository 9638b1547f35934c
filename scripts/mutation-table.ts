import { stripTypeScriptTypes } from 'node:module';

/** A fault that is put into the code on purpose, and the test that must notice it. */
export interface Mutation {
  file: string;
  /** Stands in the file once. */
  replaced: string;
  by: string;
  test: string;
}

const NOTHING = 'nothing';

/** The rows of the table in docs/testing.md. Each of their four cells is code, or the word for none. */
export function readMutations(page: string): Mutation[] {
  const [, table = ''] = page.split(/^\| File +\| Replaced +\| By +\| Noticed by +\|$/m);
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const cells = row.split(/ +\| +|^\| | +\|$/).slice(1, 5);
    const [file, replaced, by, test] = cells.map(codeOf) as [string, string, string, string];
    return { file, replaced, by, test };
  });
}

/** A span of code is between as many backticks on either side; one that has some in it is set off by spaces. Bars are escaped. */
function codeOf(cell: string): string {
  if (cell === NOTHING) return '';
  const [, , code] = /^(`+)(.+)\1$/.exec(cell) ?? [];
  if (code === undefined) throw new Error(`this is no code: ${cell}`);
  const text = code.includes('`') ? code.slice(1, -1) : code;
  return text.replaceAll('\\|', '|');
}

/** The text of the file with the fault in it. Throws where there is no such text, several, or what comes out is no program. */
export function mutated(text: string, { file, replaced, by }: Mutation): string {
  const places = text.split(replaced).length - 1;
  if (places !== 1) throw new Error(`${file} has this ${places} times, and must have it once: ${replaced}`);
  const changed = text.split(replaced).join(by);
  stripTypeScriptTypes(changed);
  return changed;
}
