import type { Tries, TypedCode } from './two-factor.types.ts';

/** Wrong codes that a user may give in a while. */
export const MAX_WRONG_TRIES = 5;
export const TRIES_WINDOW_MS = 15 * 60 * 1000;

const APP_CODE = /^[0-9]{6}$/;
const RECOVERY_CODE = /^[A-Za-z2-7]{16}$/;

/** A code as people type it, with spaces and hyphens anywhere and letters of either size; null where it is none. */
export function readCode(text: string): TypedCode | null {
  const code = text.replace(/[ -]/g, '');
  if (APP_CODE.test(code)) return { kind: 'APP', digits: code };
  return RECOVERY_CODE.test(code) ? { kind: 'RECOVERY', code: code.toUpperCase() } : null;
}

/** In four groups, which a person can copy from paper. */
export const recoveryCodeText = (code: string): string => (code.match(/.{4}/g) ?? []).join('-');

/** From here on tries count. */
export const windowStart = (now: Date): Date => new Date(now.getTime() - TRIES_WINDOW_MS);

/** How long it takes until a code may be tried again: the oldest of the wrong ones that stand in the way has to leave. */
export function waitMsAfter({ triedAt, acceptedAt }: Tries, now: Date): number {
  const accepted = acceptedAt.map((moment) => moment.getTime());
  const wrong = triedAt
    .map((moment) => moment.getTime())
    .filter((moment) => moment > windowStart(now).getTime())
    // One try for one acceptance, also of several at the same moment.
    .filter((moment) => !takeOut(accepted, moment))
    .sort((one, other) => one - other);
  const inTheWay = wrong.at(-MAX_WRONG_TRIES);
  return inTheWay === undefined ? 0 : inTheWay + TRIES_WINDOW_MS - now.getTime();
}

function takeOut(moments: number[], moment: number): boolean {
  const index = moments.indexOf(moment);
  if (index >= 0) moments.splice(index, 1);
  return index >= 0;
}
