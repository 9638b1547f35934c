import {
  isHeadSigned,
  isIncluded,
  type Leaf,
  type LeafKind,
  type LogHead,
  leafHash,
  leafOf,
  leavesOf,
  logHeadFrom,
  MAX_SAFE,
  RESULT_KINDS,
  readJson,
  TERMS_KINDS,
} from '../index.ts';
import { required, requiredInteger } from './arguments.ts';
import type { Answer, Command } from './command.types.ts';
import { answerFrom, jsonFrom, jsonGivenAs, playsIn, readFrom, readOrReason } from './given-json.ts';
import { commitmentsFrom, takenFrom } from './given-nonces.ts';
import { LOG_HELP } from './help.ts';
import { type KeptHeads, keepHead, largestOf, readKeptHeads } from './kept-heads.ts';
import { alarm, type Finding, holds, notChecked, verdictOn } from './log-finding.ts';
import { checkGrowth } from './log-growth.ts';
import { checkAllLeaves, orNotChecked } from './log-leaves.ts';
import { checkCommitted, type Nonces } from './nonce-findings.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

type Values = ReadonlyMap<string, string>;

export const LOG_COMMAND: readonly [name: string, command: Command] = [
  'log',
  {
    help: LOG_HELP,
    valueOptions: ['server', 'heads', 'key', 'max-age', 'kind', 'result', 'commitments', 'plays'],
    flagOptions: ['all'],
    run: runLog,
  },
];

async function runLog(values: Values, outside: Outside): Promise<Answer> {
  const server = required(values, 'server');
  const maxAgeMinutes = maxAgeFrom(values);
  const leaves = await leavesGiven(values, outside);
  const nonces = await noncesGiven(values, outside);
  const kept = await readKeptHeads(values.get('heads') ?? null, outside);
  const newest = await newestHead(server, outside);
  if ('fault' in newest) return answerWithoutHead(newest.fault, kept, leaves);
  const { head } = newest;
  const ofHead = [
    ...checkKeys(head, kept.heads, values.get('key') ?? null),
    ...(await checkSignatures([...kept.heads.filter(({ isCompared }) => !isCompared), head])),
    ...(await checkGrowth(server, kept, head, outside)),
  ];
  // A head that extends the others is kept whatever else is found, because it binds the platform.
  const ofFile = verdictOn(ofHead) === 'NOT VALID' ? [] : await keepHead(kept, head, outside);
  const age = ageOf(head, outside.now());
  const ofRest = [
    ...checkAge(age, maxAgeMinutes),
    ...(await orNotChecked('the results', () => checkLeaves(server, head, leaves, outside))),
    ...(await orNotChecked('the nonces', () => checkCommitted(server, head, nonces, outside))),
    ...(values.has('all') ? await orNotChecked('the leaves', () => checkAllLeaves(server, head, leaves, outside)) : []),
  ];
  return answerOf(head, kept, `The log has ${head.size} leaves; head of ${head.at}, ${age.words}`, [
    ...ofHead,
    ...ofFile,
    ...ofRest,
  ]);
}

function answerOf(head: LogHead | null, kept: KeptHeads, title: string, findings: readonly Finding[]): Answer {
  const verdict = verdictOn(findings);
  return {
    json: { head, keptHeads: kept.heads.length, findings, verdict },
    lines: [title, ...findings.map(({ line }) => line), verdict],
    verdict,
  };
}

type HeadFault = { code: 'LOG_IS_EMPTY' | 'LOG_INTERRUPTED' } | { code: 'UNREADABLE'; reason: string };

async function newestHead(server: string, outside: Outside): Promise<{ head: LogHead } | { fault: HeadFault }> {
  const path = '/api/log/head';
  const { status, json } = await answerFrom(server, path, outside, [200, 404, 503]);
  const code = typeof json === 'object' && json !== null ? Reflect.get(json, 'code') : null;
  if (status === 404 && code === 'LOG_IS_EMPTY') return { fault: { code } };
  if (status === 503 && code === 'LOG_INTERRUPTED') return { fault: { code } };
  if (status !== 200) throw new UsageError(`${server}${path} answered ${status}`);
  const read = readOrReason(json, logHeadFrom);
  return 'reason' in read ? { fault: { code: 'UNREADABLE', reason: read.reason } } : { head: read.value };
}

function answerWithoutHead(fault: HeadFault, kept: KeptHeads, leaves: readonly Leaf[]): Answer {
  const last = largestOf(kept.heads);
  const seen = last === null ? [] : [holds(`The largest head that you have: ${last.size} leaves, ${last.root}`)];
  if (fault.code !== 'LOG_IS_EMPTY')
    return answerOf(null, kept, 'The log has no head now', [faultLine(fault), ...seen]);
  const wiped =
    last === null
      ? notChecked('nothing to compare with: nothing was signed yet')
      : alarm(`the log is empty, but you have kept a head of ${last.size} leaves: it was wiped, or is another`);
  return answerOf(null, kept, 'The log is empty', [wiped, ...seen, ...leaves.map(notThere)]);
}

const faultLine = (fault: Exclude<HeadFault, { code: 'LOG_IS_EMPTY' }>): Finding =>
  fault.code === 'UNREADABLE'
    ? alarm(`what the server shows as its head is none: ${fault.reason}`)
    : alarm('the server says that its log is interrupted: it does not go on from what it signed before');

function checkKeys(newest: LogHead, kept: readonly LogHead[], key: string | null): Finding[] {
  const known = key ?? kept[0]?.publicKey ?? null;
  if (known === null) {
    const taken = `the key ${newest.publicKey} was taken from the server just now`;
    return [notChecked(`${taken}; compare it with what is published, and give it as --key`)];
  }
  const isKnown = [...kept, newest].every(({ publicKey }) => publicKey === known);
  return [
    isKnown ? holds('The key is the one that you know') : alarm(`the log is signed by another key than ${known}`),
  ];
}

async function checkSignatures(heads: readonly LogHead[]): Promise<Finding[]> {
  const signed = await Promise.all(heads.map(isHeadSigned));
  return [
    signed.every((each) => each)
      ? holds('Every head is signed')
      : alarm('a head is not signed as it stands: it was edited, or is no head'),
  ];
}

interface Age {
  minutes: number;
  words: string;
}

function ageOf({ at }: LogHead, now: Date): Age {
  const minutes = (now.getTime() - Date.parse(at)) / 60_000;
  if (Number.isNaN(minutes)) return { minutes, words: 'which is no time' };
  return { minutes, words: minutes < 0 ? `${spanOf(-minutes)} ahead of your clock` : `${spanOf(minutes)} old` };
}

function spanOf(minutes: number): string {
  if (minutes < 2) return `${Math.floor(minutes * 60)} seconds`;
  if (minutes < 120) return `${Math.floor(minutes)} minutes`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / (24 * 60))} days`;
}

function maxAgeFrom(values: Values): number | null {
  return values.has('max-age') ? requiredInteger(values, 'max-age', { least: 1, most: MAX_SAFE }) : null;
}

/** A head from the future is refused, too: otherwise a log that stands still could be dated years ahead. */
function checkAge({ minutes, words }: Age, maxMinutes: number | null): Finding[] {
  if (Number.isNaN(minutes)) return [alarm('the time of the head is none')];
  if (maxMinutes === null || Math.abs(minutes) <= maxMinutes) return [];
  const limit = `more than the ${maxMinutes} minutes of --max-age`;
  return [alarm(`the newest head is ${words}, ${limit}: the log stands still, or you are shown an old one`)];
}

/** Takes the hashes that the player was shown and the plays that used their nonces; another command checks shots. */
async function noncesGiven(values: Values, outside: Outside): Promise<Nonces> {
  if (values.has('plays')) required(values, 'commitments');
  const taken = await takenFrom(values, outside);
  return {
    commitments: await commitmentsFrom(values, outside),
    taken: taken.filter(({ eventId }) => eventId === null),
  };
}

async function leavesGiven(values: Values, outside: Outside): Promise<Leaf[]> {
  if (!values.has('result') && !values.has('kind')) return [];
  const kind = kindFrom(required(values, 'kind'));
  const results = playsIn(await jsonGivenAs('result', required(values, 'result'), outside), 'openings');
  if (results.length === 0) throw new UsageError('--result has none');
  return results.flatMap((result) => readFrom('the result', result, (json) => leavesIn(kind, json)));
}

/** Accepts a result with its terms, or terms alone. */
function leavesIn(kind: LeafKind, json: unknown): Leaf[] {
  const result = RESULT_KINDS.find((each) => each === kind);
  return result === undefined ? [leafOf(kind, json)] : leavesOf(result, json);
}

const GIVEN_KINDS: readonly LeafKind[] = [...RESULT_KINDS, ...TERMS_KINDS];

function kindFrom(text: string): LeafKind {
  const kind = GIVEN_KINDS.find((each) => each === text.toUpperCase());
  if (kind === undefined) throw new UsageError(`--kind must be ${GIVEN_KINDS.join(', ')}`);
  return kind;
}

const notThere = ({ kind, id }: Leaf): Finding =>
  alarm(`${kind} ${id} is not in the log; a result is logged some seconds after it came to be`);

const checkLeaves = (server: string, head: LogHead, leaves: readonly Leaf[], outside: Outside): Promise<Finding[]> =>
  Promise.all(
    leaves.map(async (leaf) => {
      const { kind, id, text } = leaf;
      const path = `/api/log/inclusion?kind=${kind}&id=${encodeURIComponent(id)}&size=${head.size}`;
      const read = readOrReason(await jsonFrom(server, path, outside, [200, 404]), placeFrom);
      if ('reason' in read) return alarm(`the server's proof for ${kind} ${id} is none: ${read.reason}`);
      if (read.value === null) return notThere(leaf);
      return isIncluded({ leafHash: leafHash(text), ...read.value }, head)
        ? holds(`${kind} ${id} is leaf ${read.value.index} of the log, as you have it`)
        : alarm(`${kind} ${id} is not in the log as you have it`);
    }),
  );

/** Returns null where the server knows no such leaf. */
function placeFrom(answer: unknown): { index: number; proof: string[] } | null {
  const fields = readJson(answer);
  return fields.isNull('proof') ? null : { index: fields.integer('index'), proof: fields.texts('proof') };
}
