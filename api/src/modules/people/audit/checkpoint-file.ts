import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { ChainBreak, ChainHead, Checkpoint, CheckpointRecord } from './audit.types.ts';

/**
 * Heads of the chain, kept outside the database: whoever can rewrite the whole table, hashes and all, still cannot make
 * it agree with this file. One JSON line a checkpoint, signed over its content and the signature of the line before.
 *
 * A later checkpoint covers all that an earlier one does, so old lines may go: the file is cut to its newest lines when
 * it has grown, and its first line may therefore continue from one that is no longer there. What the file alone cannot
 * show is that its newest lines were taken away; for that every checkpoint is in the log as well.
 */

const KEPT_LINES = 1_000;
const MAX_LINES = 2_000;
/** The key may sign other things too; what it signs here is valid nowhere else. */
const CONTEXT = 'lisura audit checkpoint 1';

interface ReadFile extends CheckpointRecord {
  lines: readonly string[];
  /** What is sound in the file: a crash in the middle of a write may have left half a line after it. */
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

/** A file that is not there is a record without checkpoints. */
export async function readCheckpointFile(file: string, signingKey: Buffer): Promise<ReadFile> {
  return readCheckpoints(await contentOf(file), signingKey);
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
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

/** Null for anything that is not byte for byte a line of ours. */
function parseLine(line: string): Checkpoint | null {
  try {
    const checkpoint = JSON.parse(line) as Checkpoint;
    return lineOf(checkpoint) === line ? checkpoint : null;
  } catch {
    return null;
  }
}

function isSigned(checkpoint: Checkpoint, signingKey: Buffer): boolean {
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

/** On disk when this returns. */
export async function appendCheckpoint(
  file: string,
  { lines, wholeBytes }: ReadFile,
  checkpoint: Checkpoint,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  if (lines.length >= MAX_LINES) {
    await replaceFile(file, [...lines.slice(1 - KEPT_LINES), lineOf(checkpoint)]);
    return;
  }
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.truncate(wholeBytes);
    await handle.appendFile(`${lineOf(checkpoint)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (lines.length === 0) await syncFolder(file);
}

/** Whole or not at all: the new content takes the old one's place by its name. */
async function replaceFile(file: string, lines: readonly string[]): Promise<void> {
  const draft = `${file}.draft`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(lines.map((line) => `${line}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncFolder(file);
}

/** A new name is safe only once its folder is on disk too. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
