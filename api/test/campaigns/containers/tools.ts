import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const LARGEST_OUTPUT = 64 * 1024 * 1024;

/** Resolves with what the command prints. A failure shows its last lines. */
export async function command(program: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await execute(program, [...args], { cwd, maxBuffer: LARGEST_OUTPUT });
    return stdout;
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
    throw new Error(`${program} ${args.join(' ')}\n${`${stdout}\n${stderr}`.trim().split('\n').slice(-20).join('\n')}`);
  }
}

/** Names the programs that the machine lacks. */
export async function missingOf(programs: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    programs.map((name) =>
      execute('sh', ['-c', `command -v ${name}`]).then(
        () => true,
        () => false,
      ),
    ),
  );
  return programs.filter((_, index) => !found[index]);
}
