import {
  eventFrom,
  openingFrom,
  type PlayedOpening,
  type RecordedRoll,
  shotFrom,
  shotTable,
  upgradeFrom,
  type Verification,
  verifyOpening,
  verifyShot,
  verifyUpgrade,
  versionFrom,
} from '../index.ts';
import { required } from './arguments.ts';
import type { Answer, Command } from './command.types.ts';
import { hashesFrom } from './given-hashes.ts';
import { jsonFrom, jsonGivenAs, playsIn, readFrom } from './given-json.ts';
import { OPENING_HELP, SHOT_HELP, UPGRADE_HELP } from './help.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

type Values = ReadonlyMap<string, string>;

/** The commands that check a play whole, by what everybody may see. */
export const PLAY_COMMANDS: readonly (readonly [name: string, command: Command])[] = [
  ['opening', { help: OPENING_HELP, valueOptions: ['opening', 'version', 'server', 'commitments'], run: runOpening }],
  ['upgrade', { help: UPGRADE_HELP, valueOptions: ['upgrade', 'commitments'], run: runUpgrade }],
  ['shot', { help: SHOT_HELP, valueOptions: ['shot', 'event', 'server', 'commitments'], run: runShot }],
];

function runOpening(values: Values, outside: Outside): Promise<Answer> {
  const findVersion = publicData({ values, option: 'version', read: versionFrom }, outside);
  const versionOf = async ({ caseId, versionNumber }: PlayedOpening) => {
    const version = await findVersion(`/api/cases/${encodeURIComponent(caseId)}/versions/${versionNumber}`);
    if (version.caseId === caseId && version.versionNumber === versionNumber) return version;
    throw new UsageError(
      `the opening is of version ${versionNumber} of case ${caseId}, ` +
        `not of version ${version.versionNumber} of case ${version.caseId}`,
    );
  };
  return runPlays({ values, name: 'opening', read: openingFrom }, outside, async (opening, hash) =>
    verifyOpening(opening, await versionOf(opening), hash),
  );
}

function runUpgrade(values: Values, outside: Outside): Promise<Answer> {
  return runPlays({ values, name: 'upgrade', read: upgradeFrom }, outside, async (upgrade, hash) =>
    verifyUpgrade(upgrade, hash),
  );
}

function runShot(values: Values, outside: Outside): Promise<Answer> {
  const findEvent = publicData({ values, option: 'event', read: eventFrom }, outside);
  return runPlays({ values, name: 'shot', read: shotFrom }, outside, async (shot, hash) => {
    const event = await findEvent(`/api/event/${encodeURIComponent(shot.eventId)}`);
    if (event.eventId !== shot.eventId) {
      throw new UsageError(`the shot is of event ${shot.eventId}, not of event ${event.eventId}`);
    }
    const prizes = readFrom('the event', event, () => shotTable(event, shot));
    return verifyShot(shot, prizes, hash);
  });
}

interface PublicData<Value> {
  values: Values;
  /** Gives it, unless `--server` is to be asked. */
  option: string;
  read: (json: unknown) => Value;
}

/** Finds what everybody may see, by its path on a server. However many plays need it, it is read once. */
function publicData<Value>({ values, option, read }: PublicData<Value>, outside: Outside) {
  const [given, server] = [values.get(option), values.get('server')];
  if (given !== undefined && server === undefined) {
    const reading = once(async () => readFrom(`--${option}`, await jsonGivenAs(option, given, outside), read));
    return (_path: string) => reading('');
  }
  if (given === undefined && server !== undefined) {
    return once(async (path) => readFrom(server + path, await jsonFrom(server, path, outside), read));
  }
  throw new UsageError(`either --${option} or --server must be given`);
}

function once<Value>(find: (path: string) => Promise<Value>): (path: string) => Promise<Value> {
  const found = new Map<string, Promise<Value>>();
  return (path) => {
    const finding = found.get(path) ?? find(path);
    found.set(path, finding);
    return finding;
  };
}

interface GivenPlays<Play> {
  values: Values;
  name: string;
  read: (json: unknown) => Play;
}

async function runPlays<Play extends RecordedRoll>(
  { values, name, read }: GivenPlays<Play>,
  outside: Outside,
  verify: (play: Play, committedHash: string | null) => Promise<Verification>,
): Promise<Answer> {
  const given = await jsonGivenAs(name, required(values, name), outside);
  const plays = playsIn(given, `${name}s`).map((play) => readFrom(`--${name}`, play, read));
  if (plays.length === 0) throw new UsageError(`--${name} has none`);
  const hashes = await hashesFrom(values.get('commitments'), outside);
  const verified: (Verification & { nonce: number })[] = [];
  for (const play of plays) {
    verified.push({ nonce: play.nonce, ...(await verify(play, hashes.get(play.nonce) ?? null)) });
  }
  const valid = verified.every((each) => each.valid);
  return {
    json: { plays: verified, valid },
    lines: [
      ...verified.flatMap((each) => [`${name} with nonce ${each.nonce}`, ...stepLines(each)]),
      ...new Set(verified.flatMap(({ notes }) => notes.map((note) => `Note: ${note}`))),
      verdictOf(valid),
    ],
    verdict: verdictOf(valid),
  };
}

const verdictOf = (valid: boolean) => (valid ? ('VALID' as const) : ('NOT VALID' as const));

function stepLines({ steps }: Verification): string[] {
  return steps.flatMap(({ name, explanation, computed, expected, ok }) => [
    `${ok ? '' : 'WRONG: '}${explanation}`,
    `  ${name.padEnd(14)} ${computed}${ok ? '' : `, but it was recorded as ${expected}`}`,
  ]);
}
