import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A comment as one line of text; neighbouring lines of `//` are one comment. */
interface Comment {
  /** The file, from the root of the project, and the line. */
  place: string;
  text: string;
}

export interface Comments {
  comments: readonly Comment[];
  /** The lines of all files that are not blank. */
  lines: number;
}

const SKIPPED = new Set(['node_modules', 'dist', 'generated', '.git', '.data']);
const DIRECTIVE = /^(?:biome-ignore|@|c8|#__PURE__|<reference)/;

/** Reads the comments of a folder, without those of the folders `without` in it. */
export function readComments(root: string, folder: string, without: readonly string[]): Comments {
  const comments: Comment[] = [];
  let lines = 0;
  for (const file of sourcesIn(root, folder, new Set(without))) {
    const text = readFileSync(path.join(root, file), 'utf8');
    lines += text.split('\n').filter((line) => line.trim() !== '').length;
    comments.push(...commentsOf(text, file));
  }
  return { comments, lines };
}

export function* sourcesIn(root: string, folder: string, without: ReadonlySet<string>): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const place = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (SKIPPED.has(entry.name) || without.has(place)) continue;
    if (entry.isDirectory()) yield* sourcesIn(root, place, without);
    else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) yield place;
  }
}

/** Finds comments that begin a line, and those after code without quotes; others could be parts of a string. */
export function commentsOf(text: string, file: string): Comment[] {
  const found: Comment[] = [];
  let open: { line: number; parts: string[]; isBlock: boolean } | null = null;
  const end = () => {
    const said = open?.parts.join(' ').replace(/\s+/g, ' ').trim() ?? '';
    if (open !== null && said !== '' && !DIRECTIVE.test(said))
      found.push({ place: `${file}:${open.line}`, text: said });
    open = null;
  };
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (open?.isBlock || line.startsWith('/*')) {
      if (!open?.isBlock) end();
      open ??= { line: index + 1, parts: [], isBlock: true };
      const close = line.indexOf('*/');
      open.parts.push((close < 0 ? line : line.slice(0, close)).replace(/^\/?\*+/, ''));
      if (close >= 0) end();
    } else if (line.startsWith('//')) {
      open ??= { line: index + 1, parts: [], isBlock: false };
      open.parts.push(line.slice(2));
    } else {
      end();
      const trailing = /^[^'"`]*[;,{})\]]\s+\/\/ (.+)$/.exec(raw)?.[1];
      if (trailing !== undefined) found.push({ place: `${file}:${index + 1}`, text: trailing });
    }
  }
  end();
  return found;
}

export const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length;
