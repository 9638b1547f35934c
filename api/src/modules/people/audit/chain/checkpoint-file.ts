import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ChainBreak, ChainHead, Checkpoint, CheckpointRecord } from './chain.records.ts';

/**
 * Intruders who rewrite the whole table cannot make it agree with this file outside the database. Each line is a
 * checkpoint as JSON, signed over its content and the signature before. Later checkpoints cover earlier ones, so a long
 * file is cut to its newest lines. The file alone cannot show that its newest lines were removed; the database, a copy
 * and the log can.
 */

const KEPT_LINES = 1_000;
const MAX_LINES = 2_000;
/** The key signs other things, which this keeps apart. */
const CONTEXT = 'lisura audit checkpoint 1';

export interface ReadFile extends CheckpointRecord {
  lines: readonly string[];
  /** A crash during a write may have left half a line after them. */
  wholeBytes: number;
}

export function signCheckpoint(head: ChainHead, at: string, previous: string, signingKey: Buffer): Checkpoint {
  const unsigned = { position: head.position, hash: head.hash, at, previous };
  return { ...unsigned, signature: signatureOf(unsigned, signingKey) };
}

function signatureOf({ position, hash, at, previous }: Omit<Checkpoint, 'signature'>, signingKey: Buffer): string {
  return createHmac('sha256', signingKey)
    .update(JSON.stringify([CONTEXT, position, hash, at, previous]))
    .digest('hex');
}

const lineOf = ({ position, hash, at, previous, signature }: Checkpoint) =>
  JSON.stringify({ position, hash, at, previous, signature });

export interface CheckpointFile {
  read(): Promise<ReadFile>;
  /** The lines are on disk when this returns. */
  append(checkpoints: readonly Checkpoint[]): Promise<void>;
}

/** Parses the file again only after another writer. */
export function openCheckpointFile(file: string, signingKey: Buffer): CheckpointFile {
  let known: { stamp: string; content: ReadFile } | null = null;
  return {
    read: async () => {
      const stamp = await stampOf(file);
      if (known?.stamp !== stamp) known = { stamp, content: await readCheckpointFile(file, signingKey) };
      return known.content;
    },
    append: async (checkpoints) => {
      const content = await appendCheckpoints(file, known?.content ?? NOTHING, checkpoints);
      known = { stamp: await stampOf(file), content };
    },
  };
}

const NOTHING: ReadFile = { checkpoints: [], fault: null, lines: [], wholeBytes: 0 };

async function stampOf(file: string): Promise<string> {
  const stats = await stat(file, { bigint: true }).catch(noneWhereAbsent);
  return stats === null ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

function noneWhereAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A missing file is a record without checkpoints. */
export async function readCheckpointFile(file: string, signingKey: Buffer): Promise<ReadFile> {
  return readCheckpoints((await readFile(file).catch(noneWhereAbsent)) ?? Buffer.alloc(0), signingKey);
}

export function readCheckpoints(content: Buffer, signingKey: Buffer): ReadFile {
  const wholeBytes = content.lastIndexOf('\n') + 1;
  const lines = content.toString('utf8', 0, wholeBytes).split('\n').slice(0, -1);
  const checkpoints: Checkpoint[] = [];
  let fault: ChainBreak | null = null;
  for (const [index, line] of lines.entries()) {
    const checkpoint = parseLine(line);
    const signed = checkpoint !== null && isSigned(checkpoint, signingKey);
    fault ??= faultOf(index + 1, checkpoint, signed, checkpoints.at(-1));
    if (signed) checkpoints.push(checkpoint);
  }
  return { checkpoints, fault, lines, wholeBytes };
}

/** A line must be byte for byte as this server writes it. */
function parseLine(line: string): Checkpoint | null {
  try {
    const checkpoint = JSON.parse(line) as Checkpoint;
    return lineOf(checkpoint) === line ? checkpoint : null;
  } catch {
    return null;
  }
}

export function isSigned(checkpoint: Checkpoint, signingKey: Buffer): boolean {
  const expected = Buffer.from(signatureOf(checkpoint, signingKey));
  const given = Buffer.from(String(checkpoint.signature));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function faultOf(
  lineNumber: number,
  checkpoint: Checkpoint | null,
  signed: boolean,
  before: Checkpoint | undefined,
): ChainBreak | null {
  const fault = (reason: string) => ({ position: checkpoint?.position ?? null, entryId: null, reason });
  if (checkpoint === null) return fault(`Line ${lineNumber} of the checkpoints cannot be read`);
  if (!signed) return fault(`The signature of the checkpoint in line ${lineNumber} is wrong`);
  if (lineNumber > 1 && checkpoint.previous !== before?.signature) {
    return fault(`Checkpoints before line ${lineNumber} were removed or moved`);
  }
  return null;
}

/**
 * Says why the checkpoint cannot have been written to this file, or null. A long file is cut, so one that begins later
 * may have had it.
 */
export function lossOf({ checkpoints }: CheckpointRecord, written: Checkpoint): ChainBreak | null {
  const { position } = written;
  const loss = (reason: string) => ({ position, entryId: null, reason });
  const [first, last] = [checkpoints[0], checkpoints.at(-1)];
  if (first === undefined || last === undefined) {
    return loss(`The checkpoint file is gone or empty: a checkpoint at position ${position} was written to it`);
  }
  if (last.position < position) {
    return loss(
      `The checkpoint file ends at position ${last.position}: the checkpoint at position ${position} was taken out of it`,
    );
  }
  if (first.position > position || checkpoints.some(({ signature }) => signature === written.signature)) return null;
  return loss(`The checkpoint at position ${position} was taken out of the checkpoint file`);
}

export async function appendCheckpoints(
  file: string,
  { lines, wholeBytes, checkpoints }: ReadFile,
  added: readonly Checkpoint[],
): Promise<ReadFile> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const [newLines, all] = [added.map(lineOf), [...checkpoints, ...added]];
  if (lines.length + newLines.length > MAX_LINES) {
    const kept = [...lines, ...newLines].slice(-KEPT_LINES);
    return { lines: kept, checkpoints: all.slice(-KEPT_LINES), fault: null, wholeBytes: await replaceFile(file, kept) };
  }
  const text = textOf(newLines);
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.truncate(wholeBytes);
    await handle.appendFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (lines.length === 0) await syncFolder(file);
  const length = wholeBytes + Buffer.byteLength(text);
  return { lines: [...lines, ...newLines], checkpoints: all, fault: null, wholeBytes: length };
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** A crash leaves the old file or the new one. */
async function replaceFile(file: string, lines: readonly string[]): Promise<number> {
  const text = textOf(lines);
  const draft = `${file}.draft`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncFolder(file);
  return Buffer.byteLength(text);
}

/** A new name is safe only once its folder is on disk, too. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
