import {
  isExtended,
  isHeadSigned,
  isIncluded,
  type LogHead,
  leafHash,
  leafOf,
  logHeadFrom,
  RESULT_KINDS,
  type ResultKind,
  readJson,
  UnreadableJson,
  type Verdict,
} from '../index.ts';
import { required } from './arguments.ts';
import type { Answer, Command } from './command.types.ts';
import { jsonFrom, jsonGivenAs, playsIn, readFrom } from './given-json.ts';
import { LOG_HELP } from './help.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

type Values = ReadonlyMap<string, string>;

export const LOG_COMMAND: readonly [name: string, command: Command] = [
  'log',
  { help: LOG_HELP, valueOptions: ['server', 'heads', 'key', 'kind', 'result'], run: runLog },
];

/** What was looked at, and whether it holds. */
interface Finding {
  holds: boolean;
  line: string;
}

const found = (holds: boolean, whatHolds: string, whatDoesNot: string): Finding => ({
  holds,
  line: holds ? whatHolds : `ALARM: ${whatDoesNot}`,
});

async function runLog(values: Values, outside: Outside): Promise<Answer> {
  const server = required(values, 'server');
  const kept = values.has('heads') ? await keptHeads(required(values, 'heads'), outside) : [];
  const newest = await newestHead(server, outside);
  if (newest === null) return interrupted(kept.at(-1) ?? null);
  const findings = [
    ...checkKeys(newest, kept, values.get('key') ?? null),
    ...(await checkSignatures([...kept, newest])),
    ...(await checkGrowth(server, kept.at(-1) ?? null, newest, outside)),
    ...(await checkResults(server, newest, values, outside)),
  ];
  const holds = findings.every((each) => each.holds);
  const verdict: Verdict = holds ? 'VALID' : 'NOT VALID';
  if (holds && values.has('heads')) await keepHead(required(values, 'heads'), kept.at(-1) ?? null, newest, outside);
  return {
    json: { head: newest, keptHeads: kept.length, findings, verdict },
    lines: [
      `The log has ${newest.size} leaves; head of ${newest.at}`,
      ...findings.map(({ line }) => line),

      verdict,
    ],
    verdict,
  };
}

/** Null where the server says that its log does not go on from what it has signed. */
async function newestHead(server: string, outside: Outside): Promise<LogHead | null> {
  const answer = await jsonFrom(server, '/api/log/head', outside, [200, 503]);
  const isInterrupted =
    typeof answer === 'object' && answer !== null && Reflect.get(answer, 'code') === 'LOG_INTERRUPTED';
  return isInterrupted ? null : readFrom('the head', answer, logHeadFrom);
}

function interrupted(kept: LogHead | null): Answer {
  const line = 'ALARM: the server says that its log is interrupted: it does not go on from what it signed before';
  const seen = kept === null ? [] : [`The last head that you have: ${kept.size} leaves, ${kept.root}`];
  return { json: { interrupted: true, kept }, lines: [line, ...seen, 'NOT VALID'], verdict: 'NOT VALID' };
}

function checkKeys(newest: LogHead, kept: readonly LogHead[], key: string | null): Finding[] {
  const known = key ?? kept[0]?.publicKey ?? null;
  if (known === null)
    return [{ holds: true, line: `Signed by ${newest.publicKey}; compare it with what is published` }];
  return [
    found(
      [...kept, newest].every(({ publicKey }) => publicKey === known),
      'The key is the one that you know',
      `the log is signed by another key than ${known}`,
    ),
  ];
}

async function checkSignatures(heads: readonly LogHead[]): Promise<Finding[]> {
  const signed = await Promise.all(heads.map(isHeadSigned));
  return [
    found(
      signed.every((each) => each),
      'Every head is signed',
      'a head is not signed as it stands: it was edited, or is no head',
    ),
  ];
}

async function checkGrowth(
  server: string,
  kept: LogHead | null,
  newest: LogHead,
  outside: Outside,
): Promise<Finding[]> {
  if (kept === null) return [];
  const name = `the head of ${kept.size} leaves that you kept`;
  if (newest.size < kept.size) {
    return [
      found(false, '', `the log has fewer leaves than ${name}: it was cut, restored from a backup, or is another`),
    ];
  }
  const path = `/api/log/consistency?from=${kept.size}&to=${newest.size}`;
  const answer = await jsonFrom(server, path, outside, [200, 404]);
  const proof = readFrom('the proof', answer, (json) => proofIn(json));
  return [
    found(
      proof !== null && isExtended(kept, newest, proof),
      `It extends ${name}`,
      `it does not extend ${name}: what came before was altered`,
    ),
  ];
}

/** Null where the server knows no head of that size. */
function proofIn(answer: unknown): string[] | null {
  const fields = readJson(answer);
  return fields.isNull('proof') ? null : fields.texts('proof');
}

async function checkResults(server: string, head: LogHead, values: Values, outside: Outside): Promise<Finding[]> {
  if (!values.has('result')) return [];
  const kind = kindFrom(required(values, 'kind'));
  const given = playsIn(await jsonGivenAs('result', required(values, 'result'), outside), 'openings');
  return Promise.all(
    given.map(async (result) => {
      const { id, text } = readFrom('the result', result, (json) => leafOf(kind, json));
      const path = `/api/log/inclusion?kind=${kind}&id=${encodeURIComponent(id)}&size=${head.size}`;
      const answer = readJson(await jsonFrom(server, path, outside, [200, 404]));
      if (answer.isNull('proof')) {
        return found(false, '', `${kind} ${id} is not in the log; a result is logged some seconds after it came to be`);
      }
      const inclusion = { leafHash: leafHash(text), index: answer.integer('index'), proof: answer.texts('proof') };
      return found(
        isIncluded(inclusion, head),
        `${kind} ${id} is leaf ${inclusion.index} of the log, as you have it`,
        `${kind} ${id} is not in the log as you have it`,
      );
    }),
  );
}

function kindFrom(text: string): ResultKind {
  const kind = RESULT_KINDS.find((each) => each === text.toUpperCase());
  if (kind === undefined) throw new UsageError(`--kind must be ${RESULT_KINDS.join(', ')}`);
  return kind;
}

/** One JSON line a head, in the order in which they were seen. A file that is not there yet has none. */
async function keptHeads(file: string, outside: Outside): Promise<LogHead[]> {
  const text = await outside.readFileIfAny(file);
  const lines = (text ?? '').split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    try {
      return logHeadFrom(JSON.parse(line));
    } catch (error) {
      if (error instanceof UnreadableJson || error instanceof SyntaxError) {
        throw new UsageError(`line ${index + 1} of ${file} is no head: the file was edited`);
      }
      throw error;
    }
  });
}

async function keepHead(file: string, last: LogHead | null, newest: LogHead, outside: Outside): Promise<void> {
  if (last !== null && last.size === newest.size) return;
  await outside.appendFile(file, `${JSON.stringify(newest)}\n`);
}
