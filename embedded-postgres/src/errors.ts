/** The embedded database cannot run; the message is written for the person at the terminal. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Returns the `code` of a system error such as ENOENT, or undefined for another error. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Turns an error of the system into a sentence that names the data folder; our own mistakes pass unchanged. */
export function explain(error: unknown, dataDir: string): unknown {
  const code = systemErrorCode(error);
  if (code === undefined || !(error instanceof Error)) return error;
  return new EmbeddedPostgresError(sentenceFor(code, dataDir, error.message), { cause: error });
}

function sentenceFor(code: string, dataDir: string, message: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return (
        `The data folder ${dataDir} cannot be written by this user. If a start with sudo has made it: ` +
        `${takeBackCommand(dataDir)}. Or set DATA_DIR to another folder.`
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${dataDir} is not a folder. Set DATA_DIR to another one.`;
    case 'ENAMETOOLONG':
      return tooLong(dataDir);
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no space left for the database in ${dataDir}.`;
    default:
      return `The database in ${dataDir} could not be started: ${message}`;
  }
}

export const tooLong = (dataDir: string): string =>
  `The path of the data folder is too long (${Buffer.byteLength(dataDir)} bytes). Set DATA_DIR to a shorter one.`;

/** In a shell it gives a folder that another user's start has made, with its content, to the present user. */
export function takeBackCommand(dataDir: string): string {
  return `sudo chown -R "$(id -u):$(id -g)" '${dataDir.replaceAll("'", "'\\''")}'`;
}
