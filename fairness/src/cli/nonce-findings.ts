import { isHeadSigned, isIncluded, type LogHead, leafHash, logHeadFrom, readJson } from '../index.ts';
import { answerFrom, jsonFrom, readOrReason } from './given-json.ts';
import type { Commitments, TakenNonce } from './given-nonces.ts';
import { alarm, type Finding, holds, notChecked } from './log-finding.ts';
import { orNotChecked } from './log-leaves.ts';
import type { Outside } from './outside.ts';

export interface Nonces {
  commitments: Commitments | null;
  taken: readonly TakenNonce[];
}

/** More findings say no more, and each missing nonce costs a request. */
const MOST_MISSING = 20;

/** Finds two plays with one nonce, and two hashes that were shown for one. */
export function findDoubles({ commitments, taken }: Nonces): Finding[] {
  const played = new Map<number, Set<string>>();
  for (const { nonce, identity } of taken) {
    if (identity !== null) played.set(nonce, (played.get(nonce) ?? new Set()).add(identity));
  }
  const shown = new Map<number, Set<string>>();
  for (const { nonce, hash } of commitments?.shown ?? []) {
    shown.set(nonce, (shown.get(nonce) ?? new Set()).add(hash));
  }
  return [
    ...doublesIn(played).map((nonce) => alarm(`nonce ${nonce} was used for two plays`)),
    ...doublesIn(shown).map((nonce) => alarm(`you were shown two hashes for nonce ${nonce}`)),
  ];
}

const doublesIn = (byNonce: ReadonlyMap<number, ReadonlySet<string>>): number[] =>
  [...byNonce].filter(([, each]) => each.size > 1).map(([nonce]) => nonce);

/** Tells whether the play belongs to the player of these hashes. */
function isOwn({ stream, nonce, hash }: TakenNonce, { commitments }: Nonces): boolean {
  if (stream === null || stream === commitments?.stream) return true;
  return (commitments?.shown ?? []).some((each) => each.nonce === nonce && each.hash === hash);
}

/** Finds the nonces below the player's last roll that none of their plays has taken. */
export function missingNonces(nonces: Nonces): number[] {
  const own = new Set(nonces.taken.filter((each) => isOwn(each, nonces)).map(({ nonce }) => nonce));
  if (own.size === 0) return [];
  const known = [...own, ...(nonces.commitments?.shown ?? []).map(({ nonce }) => nonce)];
  const [first, last] = [smallest(known), largest([...own])];
  const missing: number[] = [];
  for (let nonce = first; nonce < last && missing.length < MOST_MISSING; nonce += 1) {
    if (!own.has(nonce)) missing.push(nonce);
  }
  return missing;
}

// Math.min cannot take years of plays as arguments.
const smallest = (numbers: readonly number[]) => numbers.reduce((one, other) => (other < one ? other : one));
const largest = (numbers: readonly number[]) => numbers.reduce((one, other) => (other > one ? other : one));

/** Asks the log about missing nonces, where there are any. */
export async function findMissing(nonces: Nonces, server: string | null, outside: Outside): Promise<Finding[]> {
  const missing = missingNonces(nonces);
  const stream = nonces.commitments?.stream ?? null;
  if (missing.length === 0) return [];
  const named = `${namesOf(missing)} not among the plays that you gave`;
  if (server === null || stream === null) {
    const needed = [
      ...(server === null ? ['--server'] : []),
      ...(stream === null ? ['the answer of GET /api/provably-fair/commitments as --commitments'] : []),
    ].join(' and ');
    return [notChecked(`${named}: give the plays that took them as --plays, or ${needed} to look in the log`)];
  }
  return orNotChecked(named, async () => {
    const head = await signedHead(server, outside);
    if (head === null) return [notChecked(`${named}, and the log has no signed head now`)];
    return explainMissing(server, head, { stream, missing }, outside);
  });
}

function namesOf(missing: readonly number[]): string {
  const [first, more] = [missing[0], missing.length - 1];
  if (more === 0) return `nonce ${first} is`;
  return `nonce ${first} and ${more === MOST_MISSING - 1 ? `at least ${more}` : more} more are`;
}

async function signedHead(server: string, outside: Outside): Promise<LogHead | null> {
  const { status, json } = await answerFrom(server, '/api/log/head', outside, [200, 404, 503]);
  const read = readOrReason(json, logHeadFrom);
  return status === 200 && 'value' in read && (await isHeadSigned(read.value)) ? read.value : null;
}

interface Missing {
  stream: string;
  missing: readonly number[];
}

/** A nonce without a roll was hidden unless a leaf of the log explains it. */
async function explainMissing(
  server: string,
  head: LogHead,
  { stream, missing }: Missing,
  outside: Outside,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let explained = { last: 0, words: '' };
  for (const nonce of missing) {
    if (nonce > explained.last) {
      const skipped = await findSkipped(server, head, { stream, nonce }, outside);
      if (skipped === null) {
        findings.push(
          alarm(
            `nonce ${nonce} was skipped: none of the plays that you gave has it, and the log does not explain it; ` +
              'if you did play it, give that play as --plays',
          ),
        );
        continue;
      }
      explained = skipped;
    }
    findings.push(holds(`Nonce ${nonce} was never rolled, and the log says why: ${explained.words}`));
  }
  return findings;
}

async function findSkipped(
  server: string,
  head: LogHead,
  { stream, nonce }: { stream: string; nonce: number },
  outside: Outside,
): Promise<{ last: number; words: string } | null> {
  const leaf = await leafAbout(server, `/api/log/skipped?stream=${stream}&nonce=${nonce}`, head, outside);
  const [kind, , ofStream, first, last, words] = leaf ?? [];
  const isAbout = kind === 'SKIPPED' && ofStream === stream && Number(first) <= nonce && nonce <= Number(last);
  return isAbout ? { last: Number(last), words: String(words).replace(/\p{C}/gu, ' ') } : null;
}

/** The server tells the leaf, and the log of the head must have it. */
async function leafAbout(server: string, path: string, head: LogHead, outside: Outside): Promise<unknown[] | null> {
  const told = readOrReason(await jsonFrom(server, path, outside, [200, 404]), (json) => {
    const fields = readJson(json);
    return fields.isNull('text')
      ? null
      : { kind: fields.text('kind'), id: fields.text('id'), text: fields.text('text') };
  });
  if ('reason' in told || told.value === null) return null;
  const { kind, id, text } = told.value;
  const address = `/api/log/inclusion?kind=${encodeURIComponent(kind)}&id=${encodeURIComponent(id)}&size=${head.size}`;
  const place = readOrReason(await jsonFrom(server, address, outside, [200, 404]), (json) => {
    const fields = readJson(json);
    return fields.isNull('proof') ? null : { index: fields.integer('index'), proof: fields.texts('proof') };
  });
  if ('reason' in place || place.value === null) return null;
  if (!isIncluded({ leafHash: leafHash(text), ...place.value }, head)) return null;
  try {
    const leaf: unknown = JSON.parse(text);
    return Array.isArray(leaf) ? leaf : null;
  } catch {
    return null;
  }
}

const HASH_LENGTH = 64;

/**
 * Checks that the log has each hash as the player was shown it, and that each nonce below the last one was rolled or
 * explained.
 */
export async function checkCommitted(
  server: string,
  head: LogHead,
  nonces: Nonces,
  outside: Outside,
): Promise<Finding[]> {
  const { commitments, taken } = nonces;
  if (commitments === null) return [];
  const { stream, shown } = commitments;
  if (stream === null) return [notChecked('--commitments does not say whose hashes they are: save the answer anew')];
  const missing = missingNonces(nonces);
  const findings = [
    ...findDoubles(nonces),
    ...otherHashes(nonces),
    ...(await checkShown(server, head, { stream, shown }, outside)),
    ...(await explainMissing(server, head, { stream, missing }, outside)),
  ];
  if (taken.length === 0) return findings;
  return missing.length > 0 || findings.some(({ verdict }) => verdict !== 'VALID')
    ? findings
    : [...findings, holds('Every nonce up to the last of your plays was rolled')];
}

function otherHashes({ commitments, taken }: Nonces): Finding[] {
  const rolled = new Map(taken.flatMap(({ nonce, hash, stream }) => (stream === null ? [[nonce, hash]] : [])));
  return (commitments?.shown ?? [])
    .filter(({ nonce, hash }) => (rolled.get(nonce) ?? hash) !== hash)
    .map(({ nonce }) => alarm(`nonce ${nonce} was rolled with another hash than you were shown`));
}

async function checkShown(
  server: string,
  head: LogHead,
  { stream, shown }: { stream: string; shown: Commitments['shown'] },
  outside: Outside,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let run = { first: 0, hashes: '' };
  for (const { nonce, hash } of shown) {
    const hashAt = () => run.hashes.slice((nonce - run.first) * HASH_LENGTH, (nonce - run.first + 1) * HASH_LENGTH);
    if (nonce < run.first || hashAt() === '') {
      const leaf = await leafAbout(server, `/api/log/commitments?stream=${stream}&nonce=${nonce}`, head, outside);
      const [kind, , ofStream, first, hashes] = leaf ?? [];
      const isAbout = kind === 'COMMITMENTS' && ofStream === stream && Number(first) <= nonce;
      run = isAbout ? { first: Number(first), hashes: String(hashes) } : { first: 0, hashes: '' };
    }
    if (run.hashes === '' || hashAt() === '') {
      findings.push(alarm(`the hash of nonce ${nonce} is not in the log; it is logged some seconds after it is shown`));
    } else if (hashAt() !== hash) {
      findings.push(alarm(`the log has another hash for nonce ${nonce} than you were shown`));
    }
  }
  return findings.length > 0 ? findings : [holds(`The log has all ${shown.length} hashes as you were shown them`)];
}
