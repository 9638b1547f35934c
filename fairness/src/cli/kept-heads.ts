import { type LogHead, logHeadFrom, readJson, sha256Hex, UnreadableJson } from '../index.ts';
import { fileIfAny, reasonOf } from './given-json.ts';
import { type Finding, notChecked } from './log-finding.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

// A file keeps heads of the log as lines of JSON. A line that the command adds says in `above` which lines stood above
// it: their heads were compared already. Without that, a file that grows every minute would cost a request for each
// line every minute, and a server answers a hundred.

export interface KeptHead extends LogHead {
  /** A later line says that its head extends this one. */
  isCompared: boolean;
}

export interface KeptHeads {
  file: string | null;
  isThere: boolean;
  heads: readonly KeptHead[];
  /** Hashes all lines, for `above` of the next one. */
  linesHash: string;
  /** It is false where the last line has no line feed. */
  isEnded: boolean;
}

interface Line {
  head: LogHead;
  /** It is null where another program added the line. */
  above: string | null;
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

/** Where a line above was changed, added or removed, `above` no longer fits and counts for nothing. */
function markCompared(lines: readonly Line[]): KeptHead[] {
  const last = lines.findLastIndex(({ above, hashAbove }) => above === hashAbove);
  const size = lines[last]?.head.size ?? 0;
  return lines.map(({ head }, index) => ({ ...head, isCompared: index < last && head.size <= size }));
}

export const largestOf = (heads: readonly LogHead[]): LogHead | null =>
  heads.reduce<LogHead | null>(
    (largest, head) => (largest === null || head.size > largest.size ? head : largest),
    null,
  );

/** Adds a head that was compared with all others. A failure is told and does not hide the findings. */
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
