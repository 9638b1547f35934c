import type { Verdict } from '../index.ts';
import { COMMANDS } from './commands.ts';
import { GENERAL_HELP } from './help.ts';
import type { Outside } from './outside.ts';
import { readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

export interface Run {
  exitCode: number;
  stdout: string;
  stderr: string;
}

const EXIT_WRONG_CALL = 2;
const EXIT_CODES: Readonly<Record<Verdict, number>> = { VALID: 0, 'NOT VALID': 1, 'NOT CHECKED': 3 };

/** Runs the command without touching the process. */
export async function run(args: readonly string[], outside: Outside): Promise<Run> {
  try {
    return await answer(args, outside);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const stderr = `lisura-verify: ${error.message} (see lisura-verify --help)\n`;
    return { exitCode: EXIT_WRONG_CALL, stdout: '', stderr };
  }
}

async function answer([name, ...rest]: readonly string[], outside: Outside): Promise<Run> {
  if (name === undefined) throw new UsageError(`missing command: ${[...COMMANDS.keys()].join(', ')}`);
  if (name === 'help' || name === '--help') return printed(GENERAL_HELP);
  const command = COMMANDS.get(name);
  if (command === undefined) {
    throw new UsageError(name.startsWith('-') ? `unknown option '${name}'` : `unknown command '${name}'`);
  }
  const { flags, values } = readArguments(rest, command);
  if (flags.help) return printed(command.help);
  const { json, lines, verdict } = await command.run(values, outside);
  const text = flags.json ? JSON.stringify(json, null, 2) : lines.join('\n');
  return printed(`${text}\n`, EXIT_CODES[verdict]);
}

function printed(stdout: string, exitCode = 0): Run {
  return { exitCode, stdout, stderr: '' };
}
