import type { AlertCause, AlertContent } from '../../people/alerts/index.ts';
import type { Interruption } from './log.types.ts';

export const LOG_INTERRUPTED: AlertCause = { kind: 'LOG_INTERRUPTED', key: 'log' };

export const LOG_STANDS_STILL: AlertCause = { kind: 'LOG_STANDS_STILL', key: 'log' };

export const logStandsStill = (error: unknown): AlertContent => ({
  ...LOG_STANDS_STILL,
  level: 'CRITICAL',
  title: 'The public log stands still',
  message:
    'Nothing could be added to it for a minute. Plays go on and are logged later; until then nobody can prove the newest ' +
    'results. The reason is in the log of the process.',
  details: { reason: error instanceof Error ? error.message : String(error) },
});

const WHY: Readonly<Record<Interruption['cause'], string>> = {
  BEHIND: 'The database does not agree with the last head that was signed: it was restored from a backup, or altered',
  KEY_CHANGED: 'SECRETS_KEY is not the one that has signed the log so far',
  FILE_UNREADABLE: 'The file with the last head of this machine cannot be read, or was edited',
};

export const logInterrupted = ({ cause, lost }: Interruption): AlertContent => ({
  ...LOG_INTERRUPTED,
  level: 'CRITICAL',
  title: 'The public log is interrupted',
  message:
    `${WHY[cause]}. Nothing is signed until somebody has looked: whoever kept a head would find that the log does not ` +
    'extend it. Bring back the database or the key; where that cannot be done, resume the log with a reason, which ' +
    'everybody can read in it.',
  details: { cause, lostSize: String(lost.size), lostRoot: lost.root.toString('hex') },
});
