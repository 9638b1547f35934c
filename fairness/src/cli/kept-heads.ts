import { type LogHead, logHeadFrom, readJson, sha256Hex, UnreadableJson } from '../index.ts';
import { fileIfAny, reasonOf } from './given-json.ts';
import { type Finding, notChecked } from './log-finding.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

// The heads that somebody has seen are lines of JSON in a file. A line that the command adds says in `above` which lines
// stood above it: they were compared with its head, and need not be compared again. Without that a file that grows by a line
// a minute would cost a request for each line every minute, and a platform answers a hundred.

export interface KeptHead extends LogHead {
  /** Whether a later line says of this one that its head extends it. */
  isCompared: boolean;
}

export interface KeptHeads {
  /** Null where none was named. */
  file: string | null;
  isThere: boolean;
  /** In the order in which they were seen. */
  heads: readonly KeptHead[];
  /** The hash of all lines, for `above` of the next one. */
  linesHash: string;
  /** False where the last line was left without its end. */
  isEnded: boolean;
}

interface Line {
  head: LogHead;
  /** Null where the line was not added by this command. */
  above: string | null;
  /** Of the lines that do stand above it. */
  hashAbove: string;
}

const NO_LINES = '';
const hashWith = (hashAbove: string, line: string): string => sha256Hex(hashAbove + line);

export async function readKeptHeads(file: string | null, outside: Outside): Promise<KeptHeads> {
  const text = file === null ? null : await fileIfAny(file, outside);
  const lines: Line[] = [];
  let linesHash = NO_LINES;
  for (const [index, line] of (text ?? '').split('\n').entries()) {
    if (line.trim() === '') continue;
    lines.push({ ...lineFrom(line, `line ${index + 1} of ${file}`), hashAbove: linesHash });
    linesHash = hashWith(linesHash, line.trim());
  }
  const isEnded = text === null || text === '' || text.endsWith('\n');
  return { file, isThere: text !== null, heads: markCompared(lines), linesHash, isEnded };
}

function lineFrom(line: string, name: string): Pick<Line, 'head' | 'above'> {
  try {
    const json: unknown = JSON.parse(line);
    const fields = readJson(json);
    return { head: logHeadFrom(json), above: fields.isNull('above') ? null : fields.text('above') };
  } catch (error) {
    if (error instanceof UnreadableJson || error instanceof SyntaxError) {
      throw new UsageError(`${name} is no head: the file was edited or cut`);
    }
    throw error;
  }
}

/** A line that was changed, put in or taken out above such a line makes it say nothing. */
function markCompared(lines: readonly Line[]): KeptHead[] {
  const last = lines.findLastIndex(({ above, hashAbove }) => above === hashAbove);
  const size = lines[last]?.head.size ?? 0;
  return lines.map(({ head }, index) => ({ ...head, isCompared: index < last && head.size <= size }));
}

/** The largest tree that was seen; null where none was. */
export const largestOf = (heads: readonly LogHead[]): LogHead | null =>
  heads.reduce<LogHead | null>(
    (largest, head) => (largest === null || head.size > largest.size ? head : largest),
    null,
  );

/** Adds a head that was compared with all others. Says so where that fails: what was found is not lost for it. */
export async function keepHead(kept: KeptHeads, head: LogHead, outside: Outside): Promise<Finding[]> {
  const { file, heads, linesHash, isEnded } = kept;
  if (file === null || heads.some(({ size }) => size === head.size)) return [];
  const line = JSON.stringify({ ...head, above: linesHash });
  try {
    await outside.appendFile(file, `${isEnded ? '' : '\n'}${line}\n`);
    return [];
  } catch (error) {
    return [notChecked(`the head could not be kept in ${file}: ${reasonOf(error)}`)];
  }
}
