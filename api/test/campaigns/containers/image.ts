import { randomBytes } from 'node:crypto';
import { access, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { command } from './tools.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const DOCKERFILE = 'ops/compose/Dockerfile';
const LARGEST_BYTES = 400_000_000;
export const IMAGE = 'localhost/lisura-trial';

/** They lie where operators leave them. The image must hold none. */
const LEAKS = [
  '.env',
  'ops/compose/lisura.env',
  'api/backup.dump',
  'ops/tls/bank.pem',
  'bank.p12',
  '.data/key',
  '.git/config',
];

interface BuiltImage {
  bytes: number;
  user: string;
  /** Planted secrets and development packages that the image holds. */
  leaks: string[];
  isGood: boolean;
}

export const dockerfileOf = (root = ROOT) => path.join(root, DOCKERFILE);

/** Builds the image from a copy of the sources that has secrets beside them, and looks through what it holds. */
export async function buildImage(folder: string): Promise<BuiltImage> {
  const context = path.join(folder, 'context');
  await copySources(context);
  const secret = randomBytes(16).toString('hex');
  for (const leak of LEAKS) {
    await mkdir(path.dirname(path.join(context, leak)), { recursive: true });
    await writeFile(path.join(context, leak), secret);
  }
  const ignored = ['--ignorefile', path.join(context, `${DOCKERFILE}.dockerignore`)];
  const build = ['build', '--isolation', 'chroot', ...(await packagesOfNpm()), ...ignored];
  await command('buildah', [...build, '--file', path.join(context, DOCKERFILE), '--tag', IMAGE, context]);
  const [image] = JSON.parse(await command('podman', ['image', 'inspect', IMAGE])) as [
    { Size: number; Config: { User: string } },
  ];
  const leaks = await lookThrough(secret);
  const { Size: bytes, Config } = image;
  const isGood = bytes <= LARGEST_BYTES && leaks.length === 0 && Config.User === 'node';
  return { bytes, user: Config.User, leaks, isGood };
}

async function copySources(context: string): Promise<void> {
  const files = await command('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], ROOT);
  for (const file of files.split('\0').filter(Boolean)) await cp(path.join(ROOT, file), path.join(context, file));
}

/** The packages come from where npm finds them on this machine, and from its cache. */
async function packagesOfNpm(): Promise<string[]> {
  const [settings, cache] = await Promise.all(
    ['userconfig', 'cache'].map(async (name) => (await command('npm', ['config', 'get', name])).trim()),
  );
  const mounts = [`${settings}:/root/.npmrc:ro`, `${cache}:/root/.npm`];
  const present = await Promise.all(mounts.map((mount) => isThere(mount.slice(0, mount.indexOf(':')))));
  return mounts.filter((_, index) => present[index]).flatMap((mount) => ['--volume', mount]);
}

async function lookThrough(secret: string): Promise<string[]> {
  const container = (await command('buildah', ['from', '--pull-never', IMAGE])).trim();
  try {
    const root = (await command('buildah', ['mount', container])).trim();
    const product = path.join(root, 'srv/lisura');
    // It ends with 1 where it finds nothing.
    const secrets = await command('sh', ['-c', `grep --recursive --files-with-matches ${secret} ${root}/srv || true`]);
    const lock = JSON.parse(await readFile(path.join(product, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: true; optional?: true; devOptional?: true }>;
    };
    const needless = Object.entries(lock.packages)
      .filter(([, { dev, optional, devOptional }]) => dev || optional || devOptional)
      .map(([name]) => name);
    const present = await Promise.all(needless.map((name) => isThere(path.join(product, name))));
    return [...secrets.split('\n').filter(Boolean), ...needless.filter((_, index) => present[index])];
  } finally {
    await command('buildah', ['rm', container]);
  }
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
