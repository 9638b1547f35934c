import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import type { Pix, PixPayment } from '../pix/pix.records.ts';
import type { Inbox } from './create-inbox.ts';
import { endHints, insertHints, sweepHints, type TakenHint, takeDueHints } from './hints.sql.ts';
import { type Hint, hintNotConfirmed, notConfirmedCause, PIX_PROVIDER } from './inbox.records.ts';
import { eventsOf } from './providers.ts';

interface HintsDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  pix: Pix;
  inbox: Inbox;
}

/** A message only says what to ask the bank for; its answer is what the inbox gets. */
export interface Hints {
  /** Asking begins at once and is not awaited. */
  take(hints: readonly Hint[]): Promise<void>;
  askDue(): Promise<void>;
  settled(): Promise<void>;
}

const AT_ONCE = 20;
/** A stranger's hints of one charge cost one question in this time. */
const PAUSE_MS = 10_000;
const LEASE_MS = MINUTE_MS;
const FIRST_RETRY_MS = 10_000;
const MOST_RETRY_MS = HOUR_MS;
const ALERT_AFTER_TRIES = 6;
/** More than a day. */
const MOST_TRIES = 36;
const KEPT_MS = HOUR_MS;

export function createHints(deps: HintsDeps): Hints {
  const { db, clock } = deps;
  let asking: Promise<void> | null = null;
  let isMore = false;

  async function askAll(): Promise<void> {
    do {
      isMore = false;
      while ((await askSome(deps)) === AT_ONCE);
    } while (isMore);
  }
  function askSoon(): Promise<void> {
    isMore = true;
    asking ??= askAll()
      .catch((error) => deps.logger.error({ err: error }, 'The bank could not be asked for what it has hinted at'))
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  return {
    take: async (hints) => {
      if (hints.length === 0) return;
      if ((await insertHints(db, hints, { now: clock.now(), pauseMs: PAUSE_MS })) > 0) askSoon();
    },
    askDue: async () => {
      await askSoon();
      await sweepHints(db, new Date(clock.now().getTime() - KEPT_MS));
    },
    settled: async () => {
      while (asking !== null) await asking;
    },
  };
}

async function askSome(deps: HintsDeps): Promise<number> {
  const { db, clock, inbox } = deps;
  const taken = await takeDueHints(db, { now: clock.now(), leaseMs: LEASE_MS, limit: AT_ONCE });
  if (taken.length === 0) return 0;
  const answers = await Promise.all(taken.map(async (hint) => ({ hint, payments: await paymentsOf(deps, hint) })));
  await inbox.receive(PIX_PROVIDER, answers.flatMap(({ payments }) => payments ?? []).flatMap(eventsOf), 'WEBHOOK');
  const now = clock.now();
  await endHints(
    db,
    answers.map(({ hint, payments }) => ({ ...hint, askAt: payments === null ? nextTime(hint, now) : null })),
    { now, pauseMs: PAUSE_MS },
  );
  for (const { hint, payments } of answers) await tellPeople(deps, hint, payments !== null);
  return taken.length;
}

/** Null: there is no answer yet. To a stranger's hint every answer is the last one. */
async function paymentsOf({ pix, logger }: HintsDeps, hint: TakenHint): Promise<readonly PixPayment[] | null> {
  try {
    if (hint.isCharge) return (await pix.findCharge(hint.subject))?.payments ?? [];
    const payment = await pix.findPayment(hint.subject);
    return payment === null ? null : [payment];
  } catch (error) {
    logger.warn({ err: error, subject: hint.subject }, 'The bank gave no answer about what it has hinted at');
    return null;
  }
}

function nextTime({ isTrusted, tries }: TakenHint, now: Date): Date | null {
  if (!isTrusted || tries >= MOST_TRIES) return null;
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), MOST_RETRY_MS));
}

async function tellPeople({ db }: HintsDeps, hint: TakenHint, isAnswered: boolean): Promise<void> {
  if (!hint.isTrusted) return;
  if (!isAnswered && hint.tries === ALERT_AFTER_TRIES) await raiseAlert(db, hintNotConfirmed(hint.subject));
  if (isAnswered && hint.tries > ALERT_AFTER_TRIES) await resolveAlert(db, notConfirmedCause(hint.subject));
}
