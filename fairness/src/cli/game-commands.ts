import {
  type BeaconTrust,
  battleFrom,
  chainInfoFrom,
  type GameVerification,
  QUICKNET,
  raffleFrom,
  savedBattleFrom,
  savedRaffleFrom,
  type VerifiedPart,
  verifyBattle,
  verifyRaffle,
} from '../index.ts';
import { required } from './arguments.ts';
import type { Answer, Command } from './command.types.ts';
import { jsonGivenAs, readFrom, ticketsGivenAs } from './given-json.ts';
import { BATTLE_HELP, RAFFLE_HELP } from './help.ts';
import type { Outside } from './outside.ts';

type Values = ReadonlyMap<string, string>;

/** The commands that check a game of many whole, without asking anybody. */
export const GAME_COMMANDS: readonly (readonly [name: string, command: Command])[] = [
  [
    'battle',
    { help: BATTLE_HELP, valueOptions: ['battle', 'before', 'chain'], positionals: ['battle'], run: runBattle },
  ],
  [
    'raffle',
    {
      help: RAFFLE_HELP,
      valueOptions: ['raffle', 'tickets', 'before', 'chain'],
      positionals: ['raffle', 'tickets'],
      run: runRaffle,
    },
  ],
];

async function runBattle(values: Values, outside: Outside): Promise<Answer> {
  const given = await jsonGivenAs('battle', values.get('battle') ?? '-', outside);
  const battle = readFrom('the battle', given, battleFrom);
  const before = await savedGame(values, outside, savedBattleFrom);
  const trust = await trustFrom(values, outside);
  return answerOf(readFrom('the battle', battle, () => verifyBattle(battle, before, trust)));
}

async function runRaffle(values: Values, outside: Outside): Promise<Answer> {
  const given = await jsonGivenAs('raffle', required(values, 'raffle'), outside);
  const raffle = readFrom('the raffle', given, raffleFrom);
  const tickets = await ticketsGivenAs(required(values, 'tickets'), outside);
  const before = await savedGame(values, outside, savedRaffleFrom);
  const trust = await trustFrom(values, outside);
  return answerOf(readFrom('the raffle', raffle, () => verifyRaffle(raffle, tickets, before, trust)));
}

/** What somebody saved before the outcome; null where nobody did. */
async function savedGame<Terms>(
  values: Values,
  outside: Outside,
  read: (json: unknown) => Terms,
): Promise<Terms | null> {
  const given = values.get('before');
  return given === undefined ? null : readFrom('--before', await jsonGivenAs('before', given, outside), read);
}

/** What a beacon is held against: quicknet, or the chain that is given. */
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

/** A line of what came out, and below it what differs from what was recorded. */
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
