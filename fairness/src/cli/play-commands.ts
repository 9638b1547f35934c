import {
  chanceOfPercent,
  compared,
  eventFrom,
  openingFrom,
  type PlayedOpening,
  type PlayedUpgrade,
  percentOfChance,
  type RecordedRoll,
  readJson,
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
import { jsonFrom, jsonGivenAs, playsIn, readFrom } from './given-json.ts';
import { commitmentsFrom, takenFrom, takenIn } from './given-nonces.ts';
import { OPENING_HELP, SHOT_HELP, UPGRADE_HELP } from './help.ts';
import { alarm, type Finding, notChecked, verdictOn } from './log-finding.ts';
import { findDoubles, findMissing, missingNonces, type Nonces } from './nonce-findings.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

type Values = ReadonlyMap<string, string>;

const SAVED = ['server', 'commitments', 'client-seed', 'plays'];

/** These commands check a play by public information. */
export const PLAY_COMMANDS: readonly (readonly [name: string, command: Command])[] = [
  ['opening', { help: OPENING_HELP, valueOptions: ['opening', 'version', ...SAVED], run: runOpening }],
  ['upgrade', { help: UPGRADE_HELP, valueOptions: ['upgrade', 'quote', ...SAVED], run: runUpgrade }],
  ['shot', { help: SHOT_HELP, valueOptions: ['shot', 'event', ...SAVED], run: runShot }],
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

async function runUpgrade(values: Values, outside: Outside): Promise<Answer> {
  const given = values.get('quote');
  const quote =
    given === undefined
      ? null
      : readFrom('--quote', await jsonGivenAs('quote', given, outside), (json) =>
          chanceOfPercent(readJson(json).text('chancePercent')),
        );
  return runPlays({ values, name: 'upgrade', read: upgradeFrom }, outside, async (upgrade, hash) =>
    withQuote(verifyUpgrade(upgrade, hash), upgrade, quote),
  );
}

/** The server refuses an upgrade whose chance is below the requested one. */
function withQuote(verification: Verification, { chanceUnits }: PlayedUpgrade, quote: number | null): Verification {
  if (quote === null) return verification;
  const step = compared(
    'quote',
    `The chance of ${percentOfChance(chanceUnits)} percent is not below the ${percentOfChance(quote)} that you were quoted`,
    chanceUnits >= quote,
    true,
  );
  return { ...verification, valid: verification.valid && step.ok, steps: [...verification.steps, step] };
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
  /** The option replaces the question to `--server`. */
  option: string;
  read: (json: unknown) => Value;
}

/** Finds public information by its path on a server and reads each once. */
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
  const list = playsIn(given, `${name}s`);
  const plays = list.map((play) => readFrom(`--${name}`, play, read));
  if (plays.length === 0) throw new UsageError(`--${name} has none`);
  const commitments = await commitmentsFrom(values, outside);
  const hashes = new Map((commitments?.shown ?? []).map(({ nonce, hash }) => [nonce, hash]));
  const verified: (Verification & { nonce: number })[] = [];
  for (const play of plays) {
    const verification = await verify(play, hashes.get(play.nonce) ?? null);
    verified.push({ nonce: play.nonce, ...withSentSeed(verification, play, values) });
  }
  const taken = [...takenIn(list), ...(await takenFrom(values, outside))];
  const findings = [
    ...(commitments === null ? [] : plays.filter(({ nonce }) => !hashes.has(nonce)).map(notCommitted)),
    ...(name === 'shot'
      ? nonceFaultsOfShots({ commitments, taken })
      : await nonceFaultsOfUser({ commitments, taken }, values.get('server') ?? null, outside)),
  ];
  const verdict = verified.every((each) => each.valid) ? verdictOn(findings) : 'NOT VALID';
  return {
    json: { plays: verified, findings, valid: verdict === 'VALID', verdict },
    lines: [
      ...verified.flatMap((each) => [`${name} with nonce ${each.nonce}`, ...stepLines(each)]),
      ...new Set(verified.flatMap(({ notes }) => notes.map((note) => `Note: ${note}`))),
      ...findings.map(({ line }) => line),
      verdict,
    ],
    verdict,
  };
}

/** A client seed that differs from the one that was sent may have been chosen to suit the server seed. */
function withSentSeed({ steps, notes }: Verification, { clientSeed }: RecordedRoll, values: Values): Verification {
  const sent = values.get('client-seed');
  if (sent === '') throw new UsageError('an empty --client-seed counts as none: leave it out');
  const all =
    sent === undefined
      ? steps
      : [...steps, compared('clientSeed', 'The client seed is the one that you sent', clientSeed, sent)];
  return { valid: all.every(({ ok }) => ok), steps: all, notes };
}

const notCommitted = ({ nonce }: RecordedRoll): Finding =>
  notChecked(`the hash of nonce ${nonce} is not among --commitments: whether you were shown it before is not known`);

/** Openings, upgrades and battles share the nonces of their player. */
async function nonceFaultsOfUser(nonces: Nonces, server: string | null, outside: Outside): Promise<Finding[]> {
  const own = { ...nonces, taken: nonces.taken.filter(({ eventId }) => eventId === null) };
  return [...findDoubles(own), ...(await findMissing(own, server, outside))];
}

/** Shots share their nonces with nothing else, so a missing one has no explanation. */
function nonceFaultsOfShots({ commitments, taken }: Nonces): Finding[] {
  const events = [...new Set(taken.map(({ eventId }) => eventId))].filter((eventId) => eventId !== null);
  // The progress does not name its event, so it belongs to the event of the shots where they are of one.
  const shown = events.length === 1 ? commitments : null;
  return events.flatMap((eventId) => {
    const nonces = { commitments: shown, taken: taken.filter((each) => each.eventId === eventId) };
    return [
      ...findDoubles(nonces),
      ...missingNonces(nonces).map((nonce) =>
        alarm(`nonce ${nonce} in event ${eventId} was skipped: give the shot that took it as --plays`),
      ),
    ];
  });
}

function stepLines({ steps }: Verification): string[] {
  return steps.flatMap(({ name, explanation, computed, expected, ok }) => [
    `${ok ? '' : 'WRONG: '}${explanation}`,
    `  ${name.padEnd(14)} ${computed}${ok ? '' : `, but it was recorded as ${expected}`}`,
  ]);
}
