import type { Tx } from './database/db.ts';
import type { Sql } from './database/sql.ts';
import type { ConstraintErrors } from './errors.ts';
import type { HttpPart } from './http/http-part.ts';
import type { PageWords } from './http/page-words.ts';
import type { Id } from './ids.ts';
import type { Invariants } from './invariants/invariants.ts';
import type { JobSet } from './jobs/jobs.ts';
import type { Measure } from './observability/metrics.ts';
import type { PersonFacts, TakeOver } from './personal-data/person-facts.ts';
import type { PersonalRows, RowsOfUser } from './personal-data/personal-rows.ts';
import type { SocketEvent } from './realtime/events.ts';
import type { DailyRollUp, RunningFigures } from './roll-ups/roll-ups.ts';
import type { Setting } from './settings/settings.ts';

/**
 * Everything that a module says about itself, in one value. What is known before anything runs stands here as data; what
 * needs a database or sockets is made by `run` from what the composition root gives. A module asks for what it uses and
 * nothing else: `Deps` is the whole of it.
 */
export interface Module<Deps> {
  readonly name: string;
  /** What administrators may change of it while the platform runs. */
  readonly settings?: readonly Setting<unknown>[];
  /** What the violated constraints of its tables mean to a caller. */
  readonly constraintErrors?: ConstraintErrors;
  /** What it sends to clients as it happens. */
  readonly events?: readonly SocketEvent[];
  /** Rooms that anybody may watch. */
  readonly publicRooms?: readonly RegExp[];
  /** What it adds up when a day is over. */
  readonly rollUps?: readonly DailyRollUp[];
  /** What it adds up minute by minute, beside its days. */
  readonly running?: readonly RunningFigures[];
  /** What must hold of its tables at any moment. */
  readonly invariants?: Invariants;
  /** What administrators have decided on its records: rows of entity_type, entity_id, action, owner_id and decided_by. */
  readonly decided?: Sql;
  /** What it keeps about a person, by the names under which the person gets it. */
  readonly personalData?: Readonly<Record<string, PersonalRows>>;
  /** What must be over before a person may close their account, by name: a row for each that is not. */
  readonly unsettled?: Readonly<Record<string, RowsOfUser>>;
  /** What of it follows a person who closes their account and comes back. */
  readonly follows?: PersonFacts;
  /** What may come to light of an account after it was closed, and then concerns the account that its person has by then. */
  readonly takeOver?: TakeOver;
  run(deps: Deps): RunningModule;
}

/** What runs of a module in one process. */
export interface RunningModule {
  /** One for each tag of the reference. */
  readonly http?: readonly HttpPart[];
  /** By the address of the page that says them. */
  readonly pageWords?: Readonly<Record<string, PageWords>>;
  readonly jobs?: JobSet;
  /** What it shows in the metrics. */
  readonly measures?: readonly Measure[];
  /**
   * Erases what need not outlive the account of who closes it, in that transaction, whose account is locked; those of modules
   * that stand on others come first.
   */
  erase?(tx: Tx, userId: Id<'user'>): Promise<void>;
  /** Once the database is migrated. */
  start?(): void | Promise<void>;
  /** After the last request; also of a process that was never started. What may take long gives up when the time is over. */
  stop?(withinMs: number): Promise<void>;
}
