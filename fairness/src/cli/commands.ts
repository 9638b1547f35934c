import {
  type BoundedRollInput,
  isCommittableSeed,
  MAX_SAFE,
  type RollSteps,
  rollSteps,
  seedHash,
  type Verdict,
  verifySeed,
} from '../index.ts';
import { required, requiredInteger, rollInputFrom } from './arguments.ts';
import type { Answer, Command } from './command.types.ts';
import { GAME_COMMANDS } from './game-commands.ts';
import { ROLL_HELP, SEED_HELP, VERIFY_HELP } from './help.ts';
import { LOG_COMMAND } from './log-command.ts';
import { PAGE_COMMAND } from './page-command.ts';
import { PLAY_COMMANDS } from './play-commands.ts';
import { REFUSALS_COMMAND } from './refusals-command.ts';

const ROLL_OPTIONS = ['server-seed', 'client-seed', 'nonce', 'max'];

const UNBOUND_SEED_NOTE = `Note: this is not a seed of 64 lower-case hex characters, and the platform commits to no others:
HMAC may give another seed the same hash.`;

export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ...PLAY_COMMANDS,
  ...GAME_COMMANDS,
  LOG_COMMAND,
  PAGE_COMMAND,
  REFUSALS_COMMAND,
  ['roll', { help: ROLL_HELP, valueOptions: ROLL_OPTIONS, run: runRoll }],
  ['verify', { help: VERIFY_HELP, valueOptions: [...ROLL_OPTIONS, 'expected-roll', 'hash'], run: runVerify }],
  ['seed', { help: SEED_HELP, valueOptions: ['server-seed', 'hash'], run: runSeed }],
]);

function runRoll(values: ReadonlyMap<string, string>): Answer {
  const input = rollInputFrom(values);
  const steps = rollSteps(input);
  const serverSeedHash = seedHash(input.serverSeed);
  return {
    json: { ...input, serverSeedHash, ...steps },
    lines: rollLines(input, serverSeedHash, steps),
    verdict: 'VALID',
  };
}

function runVerify(values: ReadonlyMap<string, string>): Answer {
  const expectedRoll = requiredInteger(values, 'expected-roll', { least: 0, most: MAX_SAFE });
  const input = rollInputFrom(values);
  const steps = rollSteps(input);
  const rollValid = steps.roll === expectedRoll;
  const commitment = checkCommitment(input.serverSeed, values.get('hash'));
  const valid = rollValid && commitment.valid;
  return {
    json: { ...input, ...commitment.json, ...steps, expectedRoll, rollValid, valid },
    lines: [
      ...rollLines(input, commitment.serverSeedHash, steps),
      ...commitment.lines,
      rollValid ? `The roll is ${expectedRoll}, as expected.` : `The roll is ${steps.roll}, not ${expectedRoll}.`,
      verdictOf(valid),
    ],
    verdict: verdictOf(valid),
  };
}

function runSeed(values: ReadonlyMap<string, string>): Answer {
  const serverSeed = required(values, 'server-seed');
  const expectedHash = values.get('hash');
  const commitment = checkCommitment(serverSeed, expectedHash);
  return {
    json: { serverSeed, ...commitment.json, valid: commitment.valid },
    lines: [
      ...seedLines(serverSeed, commitment.serverSeedHash),
      ...commitment.lines,
      ...(expectedHash === undefined ? [] : [verdictOf(commitment.valid)]),
    ],
    verdict: verdictOf(commitment.valid),
  };
}

const verdictOf = (valid: boolean): Verdict => (valid ? 'VALID' : 'NOT VALID');

function checkCommitment(serverSeed: string, expectedHash: string | undefined) {
  const serverSeedHash = seedHash(serverSeed);
  if (expectedHash === undefined) return { serverSeedHash, json: { serverSeedHash }, lines: [], valid: true };
  const valid = verifySeed(serverSeed, expectedHash);
  const line = valid
    ? 'The server seed is the one committed to.'
    : `The server seed does not give the hash ${expectedHash}.`;
  return { serverSeedHash, json: { serverSeedHash, expectedHash, seedValid: valid }, lines: [line], valid };
}

function seedLines(serverSeed: string, serverSeedHash: string): string[] {
  return [
    ...fieldLines([
      ['server seed', serverSeed],
      ['commitment', `${serverSeedHash}  = HMAC-SHA256(server seed, empty message)`],
    ]),
    ...(isCommittableSeed(serverSeed) ? [] : [UNBOUND_SEED_NOTE]),
  ];
}

function rollLines(input: BoundedRollInput, serverSeedHash: string, steps: RollSteps): string[] {
  const { max, maxSafe, setAside } = steps;
  const retryFields: Field[] =
    setAside === null
      ? []
      : [
          ['set aside', `${setAside.prefix} = ${setAside.value} from the message ${setAside.message}`],
          ['because', `it is not below floor(9007199254740991 / ${max}) × ${max} = ${maxSafe}`],
        ];
  return [
    ...seedLines(input.serverSeed, serverSeedHash),
    ...fieldLines([
      ['client seed', input.clientSeed],
      ['nonce', String(input.nonce)],
      ['max', String(max)],
      ...retryFields,
      ['message', steps.message],
      ['hash', `${steps.hash}  = HMAC-SHA256(server seed, message)`],
      ['first 13', `${steps.prefix}  = ${steps.value} in decimal`],
      ['roll', `${steps.roll}  = ${steps.value} mod ${max} + 1`],
    ]),
  ];
}

type Field = [label: string, value: string];

function fieldLines(fields: readonly Field[]): string[] {
  return fields.map(([label, value]) => `${label.padEnd(12)} ${value}`.trimEnd());
}
