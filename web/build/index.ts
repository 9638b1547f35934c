import { execFile } from 'node:child_process';
import path from 'node:path';
import { builtHash, sourcesHash } from './sources.ts';

const PROGRAM = path.join(import.meta.dirname, 'main.ts');

/**
 * Makes the build anew where it is not of the present sources, and says so. The build tool is large, so it runs in a
 * process of its own. Where it fails the server goes on with the build that is there.
 */
export async function refreshBuild(say: (line: string) => void): Promise<void> {
  const built = builtHash();
  if (built === sourcesHash()) return;
  say(built === null ? 'Building the web app…' : 'The web app has changed since it was built: building it anew…');
  const failure = await runBuild();
  if (failure !== null) say(`The web app could not be built; "npm run build" shows why.\n${failure}`);
}

function runBuild(): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM], (error, stdout, stderr) =>
      resolve(error === null ? null : `${stdout}${stderr}`.trim()),
    );
  });
}
