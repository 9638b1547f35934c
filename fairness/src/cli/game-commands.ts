import {
  type BeaconTrust,
  battleFrom,
  chainInfoFrom,
  compared,
  findEvidence,
  type GameVerification,
  gameVerification,
  type LogEvidence,
  type PlayedBattle,
  publishedRoundFrom,
  QUICKNET,
  raffleFrom,
  savedBattleFrom,
  savedRaffleFrom,
  silencedFrom,
  UnreadableJson,
  type VerifiedPart,
  verifyBattle,
  verifyRaffle,
  verifySilence,
} from '../index.ts';
import { required } from './arguments.ts';
import type { Answer, Command } from './command.types.ts';
import { answerFrom, jsonGivenAs, playsIn, readFrom, ticketsGivenAs } from './given-json.ts';
import { BATTLE_HELP, RAFFLE_HELP } from './help.ts';
import { readKeptHeads } from './kept-heads.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

type Values = ReadonlyMap<string, string>;

const BESIDE = ['before', 'chain', 'server', 'key', 'heads', 'log-proof', 'round'];

/** These commands check games of many players. They ask nothing but the public log, where `--server` names it. */
export const GAME_COMMANDS: readonly (readonly [name: string, command: Command])[] = [
  [
    'battle',
    { help: BATTLE_HELP, valueOptions: ['battle', 'client-seed', ...BESIDE], positionals: ['battle'], run: runBattle },
  ],
  [
    'raffle',
    {
      help: RAFFLE_HELP,
      valueOptions: ['raffle', 'tickets', ...BESIDE],
      positionals: ['raffle', 'tickets'],
      run: runRaffle,
    },
  ],
];

async function runBattle(values: Values, outside: Outside): Promise<Answer> {
  const given = await jsonGivenAs('battle', values.get('battle') ?? '-', outside);
  const silenced = await silenceOf('battle', given, values, outside);
  if (silenced !== null) return silenced;
  const battle = readFrom('the battle', given, battleFrom);
  const before = await savedGame(values, outside, savedBattleFrom);
  const log = battle.beacon === null ? null : await evidenceOf('BATTLES', given, values, outside);
  const trust = { ...(await trustFrom(values, outside)), log };
  const verification = readFrom('the battle', battle, () => verifyBattle(battle, before, trust));
  return answerOf(withSentSeed(verification, battle, values.get('client-seed')));
}

/** A client seed that differs from the one that was sent may have been chosen to suit the server seeds. */
function withSentSeed(verification: GameVerification, { seats, rolls }: PlayedBattle, sent: string | undefined) {
  if (sent === undefined) return verification;
  if (sent === '') throw new UsageError('an empty --client-seed counts as none: leave it out');
  const isThere = [...seats, ...rolls.flat()].some(({ clientSeed }) => clientSeed === sent);
  const step = compared('clientSeed', 'A seat has the client seed that you sent', isThere, true);
  const part = { title: 'sent', result: `client seed ${sent}`, steps: [step] };
  return gameVerification(verification.title, [...verification.parts, part], verification.notes);
}

async function runRaffle(values: Values, outside: Outside): Promise<Answer> {
  const given = await jsonGivenAs('raffle', required(values, 'raffle'), outside);
  const silenced = await silenceOf('raffle', given, values, outside);
  if (silenced !== null) return silenced;
  const raffle = readFrom('the raffle', given, raffleFrom);
  const tickets = await ticketsGivenAs(required(values, 'tickets'), outside);
  const before = await savedGame(values, outside, savedRaffleFrom);
  const log = raffle.beacon === null ? null : await evidenceOf('RAFFLES', given, values, outside);
  const trust = { ...(await trustFrom(values, outside)), log };
  return answerOf(readFrom('the raffle', raffle, () => verifyRaffle(raffle, tickets, before, trust)));
}

/** Only a game that was cancelled because its beacon was silent has one. */
async function silenceOf(
  kind: 'battle' | 'raffle',
  given: unknown,
  values: Values,
  outside: Outside,
): Promise<Answer | null> {
  const game = readFrom(`the ${kind}`, given, (json) => silencedFrom(kind, json));
  if (game === null) return null;
  const round = values.get('round');
  const published =
    round === undefined ? null : readFrom('--round', await jsonGivenAs('round', round, outside), publishedRoundFrom);
  return answerOf(verifySilence(game, published, await trustFrom(values, outside)));
}

/** Reads the log's evidence on a game from the server or from a saved answer; null where neither is given. */
async function evidenceOf(
  kind: 'BATTLES' | 'RAFFLES',
  given: unknown,
  values: Values,
  outside: Outside,
): Promise<LogEvidence | null> {
  const [server, proof] = [values.get('server'), values.get('log-proof')];
  if (server === undefined && proof === undefined) return null;
  const { heads } = await readKeptHeads(values.get('heads') ?? null, outside);
  const key = values.get('key') ?? heads[0]?.publicKey ?? null;
  try {
    if (proof !== undefined) {
      const saved = playsIn(await jsonGivenAs('log-proof', proof, outside), 'proofs');
      return await findEvidence(kind, given, { key, heads: [] }, async (path) => savedFor(path, saved));
    }
    const ask = async (path: string) => {
      const { status, json } = await answerFrom(server as string, path, outside, [200, 404]);
      return status === 404 ? null : json;
    };
    return await findEvidence(kind, given, { key, heads }, ask);
  } catch (error) {
    if (error instanceof UnreadableJson) throw new UsageError(`the public log: ${error.message}`);
    throw error;
  }
}

/** Finds the saved answer to a question for the log. */
function savedFor(path: string, saved: readonly unknown[]): unknown {
  const asked = new URL(path, 'http://log').searchParams;
  const isAsked = (each: unknown) =>
    typeof each === 'object' &&
    each !== null &&
    ['kind', 'id'].every((name) => Reflect.get(each, name) === asked.get(name));
  return saved.find(isAsked) ?? null;
}

async function savedGame<Terms>(
  values: Values,
  outside: Outside,
  read: (json: unknown) => Terms,
): Promise<Terms | null> {
  const given = values.get('before');
  return given === undefined ? null : readFrom('--before', await jsonGivenAs('before', given, outside), read);
}

/** A beacon is checked against quicknet or against the given chain. */
async function trustFrom(values: Values, outside: Outside): Promise<BeaconTrust> {
  const given = values.get('chain');
  const isSigned = await outside.loadSignatureCheck();
  if (given === undefined) return { isSigned, chain: QUICKNET };
  return { isSigned, chain: readFrom('--chain', await jsonGivenAs('chain', given, outside), chainInfoFrom) };
}

function answerOf(verification: GameVerification): Answer {
  const { title, parts, unchecked, notes, verdict } = verification;
  const steps = parts.flatMap((part) => part.steps);
  const wrong = steps.filter(({ ok }) => !ok).length;
  return {
    json: verification,
    lines: [
      title,
      ...parts.flatMap((part) => partLines(part, Math.max(...parts.map((each) => each.title.length)))),
      `${steps.length} comparisons, of which ${wrong === 0 ? 'none differs' : `${wrong} differ`}`,
      ...notes.map((note) => `Note: ${note}`),
      ...unchecked.map((sentence) => `Not checked: ${sentence}`),
      verdict,
    ],
    verdict,
  };
}

/** Prints the outcome, and below it the differences from the record. */
function partLines({ title, result, steps }: VerifiedPart, width: number): string[] {
  const wrong = steps.filter(({ ok }) => !ok);
  return [
    `  ${wrong.length === 0 ? 'ok   ' : 'WRONG'}  ${title.padEnd(width)}  ${result}`,
    ...wrong.flatMap(({ name, explanation, computed, expected }) => [
      `         ${explanation}:`,
      `           ${name.padEnd(14)} ${computed}, but it was recorded as ${expected}`,
    ]),
  ];
}
