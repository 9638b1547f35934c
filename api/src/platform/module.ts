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

/** Constant parts are data; `run` makes the parts that need a database or sockets. */
export interface Module<Deps> {
  readonly name: string;
  readonly settings?: readonly Setting<unknown>[];
  readonly constraintErrors?: ConstraintErrors;
  readonly events?: readonly SocketEvent[];
  readonly publicRooms?: readonly RegExp[];
  readonly rollUps?: readonly DailyRollUp[];
  readonly running?: readonly RunningFigures[];
  readonly invariants?: Invariants;
  /** Rows of entity_type, entity_id, action, owner_id and decided_by. */
  readonly decided?: Sql;
  /** The names are those of the person's download. */
  readonly personalData?: Readonly<Record<string, PersonalRows>>;
  /** A row for each matter that must end before the account can be closed. */
  readonly unsettled?: Readonly<Record<string, RowsOfUser>>;
  readonly follows?: PersonFacts;
  /** Late findings about a closed account concern the person's present one. */
  readonly takeOver?: TakeOver;
  run(deps: Deps): RunningModule;
}

export interface RunningModule {
  readonly http?: readonly HttpPart[];
  readonly pageWords?: Readonly<Record<string, PageWords>>;
  readonly jobs?: JobSet;
  readonly measures?: readonly Measure[];
  /** Runs in the transaction that closes the account. Modules that depend on others come first. */
  erase?(tx: Tx, userId: Id<'user'>): Promise<void>;
  start?(): void | Promise<void>;
  /** It may run without a start. Long work gives up when the time is over. */
  stop?(withinMs: number): Promise<void>;
}
