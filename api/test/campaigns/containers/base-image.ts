import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { command } from './tools.ts';

/** The published image has these of Debian beside its smallest set. Node 26 needs libatomic1. */
const PACKAGES = 'ca-certificates,libatomic1';
/** The published slim images lack these files, too. */
const LEFT_OUT = ['/usr/share/man/*', '/usr/share/doc/*', '/usr/share/locale/*'];

/**
 * The Dockerfile builds on an image that this machine may be unable to fetch. One of the same Debian release with the
 * same Node stands in under its name, and is kept for the next run.
 */
export async function ensureBaseImage(dockerfile: string, folder: string): Promise<{ name: string; isMade: boolean }> {
  const [, name = '', version = '', release = ''] =
    /^FROM (node:([\d.]+)-(\w+)-slim)/m.exec(await readFile(dockerfile, 'utf8')) ?? [];
  const tag = `docker.io/library/${name}`;
  const present = await command('buildah', ['images', '--noheading', '--format', '{{.Name}}:{{.Tag}}']);
  if (present.split('\n').includes(tag)) return { name: tag, isMade: false };
  if (`v${version}` !== process.version) throw new Error(`The image has Node ${version}, this runs ${process.version}`);
  const archive = path.join(folder, 'debian.tar');
  const leftOut = LEFT_OUT.map((files) => `--dpkgopt=path-exclude=${files}`);
  await command('mmdebstrap', ['--variant=minbase', `--include=${PACKAGES}`, ...leftOut, release, archive]);
  const container = (await command('buildah', ['from', 'scratch'])).trim();
  await command('buildah', ['add', container, archive, '/']);
  await command('buildah', ['copy', '--chmod', '755', container, process.execPath, '/usr/local/bin/node']);
  await command('buildah', ['copy', container, await folderOfNpm(), '/usr/local/lib/node_modules/npm']);
  const steps = [
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
    'groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node',
    'rm -rf /var/cache/apt /var/lib/apt/lists/*',
  ];
  await command('buildah', ['run', '--isolation', 'chroot', container, 'sh', '-c', steps.join(' && ')]);
  await command('buildah', ['commit', '--rm', container, tag]);
  return { name: tag, isMade: true };
}

async function folderOfNpm(): Promise<string> {
  const program = process.env.npm_execpath ?? (await command('sh', ['-c', 'command -v npm'])).trim();
  return path.resolve(await realpath(program), '../..');
}
