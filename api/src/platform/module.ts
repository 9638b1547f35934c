import type { Tx } from './database/db.ts';
import type { Sql } from './database/sql.ts';
import type { ConstraintErrors } from './errors.ts';
import type { HttpPart } from './http/http-part.ts';
import type { PageWords } from './http/pages.ts';
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
 * Everything that a module declares, in one value. Constant parts are data; `run` makes the parts that need a database
 * or sockets. `Deps` lists all that the module uses.
 */
export interface Module<Deps> {
  readonly name: string;
  /** The settings that administrators may change while the platform runs. */
  readonly settings?: readonly Setting<unknown>[];
  /** The errors that violated constraints of its tables mean. */
  readonly constraintErrors?: ConstraintErrors;
  /** The events that it sends to sockets. */
  readonly events?: readonly SocketEvent[];
  /** The rooms that anybody may watch. */
  readonly publicRooms?: readonly RegExp[];
  /** The totals that it computes when a day is over. */
  readonly rollUps?: readonly DailyRollUp[];
  /** The figures that it adds up minute by minute, beside its days. */
  readonly running?: readonly RunningFigures[];
  /** The conditions that must hold for its tables at any moment. */
  readonly invariants?: Invariants;
  /**
   * The decisions of administrators on its records: rows of entity_type, entity_id, action, owner_id and decided_by.
   */
  readonly decided?: Sql;
  /** The personal data that it stores, by the names in the person's download. */
  readonly personalData?: Readonly<Record<string, PersonalRows>>;
  /** The matters that must be over before a person may close their account, by name: a row for each that is not. */
  readonly unsettled?: Readonly<Record<string, RowsOfUser>>;
  /** The facts that follow a person who closes their account and comes back. */
  readonly follows?: PersonFacts;
  /** Late findings about a closed account, which then concern the present account of its person. */
  readonly takeOver?: TakeOver;
  run(deps: Deps): RunningModule;
}

export interface RunningModule {
  /** One part for each tag of the reference. */
  readonly http?: readonly HttpPart[];
  /** The words of its pages, by the address of the page. */
  readonly pageWords?: Readonly<Record<string, PageWords>>;
  readonly jobs?: JobSet;
  readonly measures?: readonly Measure[];
  /**
   * Erases the data that need not outlive a closed account, in the transaction that closes it and holds its lock;
   * modules that depend on others come first.
   */
  erase?(tx: Tx, userId: Id<'user'>): Promise<void>;
  /** Runs once the database is migrated. */
  start?(): void | Promise<void>;
  /**
   * Runs after the last request, also in a process that was never started. Long work gives up when the time is over.
   */
  stop?(withinMs: number): Promise<void>;
}
