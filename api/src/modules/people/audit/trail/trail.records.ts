import { Type } from 'typebox';
import { type Day, dayEnd, dayStart, parseDay } from '../../../../platform/days.ts';
import { type FieldFault, validationFailed } from '../../../../platform/errors.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { maskValue } from '../../../../platform/observability/masking.ts';
import { id, integer, json, orNull, record, type Static, string, time } from '../../../../platform/record.ts';
import { IdText } from '../../../../platform/schemas.ts';

export interface AuditEntry {
  action: string;
  /** The user concerned. */
  userId: Id<'user'> | null;
  actorId: Id<'user'> | null;
  entity?: { type: string; id: string };
  /** It is stored for ever, so it never holds a secret. */
  metadata?: Record<string, unknown>;
  /** The actor's words become part of the metadata. */
  reason?: string | null;
  ip?: string | null;
}

/** A null actor is the system itself. */
export type Editor = Required<Pick<AuditEntry, 'actorId' | 'ip'>> & Pick<AuditEntry, 'reason'>;

export interface NewEntry {
  action: string;
  userId: string | null;
  actorId: string | null;
  entityType: string | null;
  entityId: string | null;
  metadata: string;
  ip: string | null;
}

export interface RepeatKey {
  subject: string;
  action: string;
  hour: Date;
}

const entryFields = {
  id: id('Id of the entry'),
  action: string('The action', 'SUSPICIOUS_IP_CHANGE'),
  entityType: orNull(string('A kind', 'session'), 'The kind of record it is about'),
  entityId: orNull(string('An id', '42'), 'Which record of that kind'),
  metadata: json<Record<string, unknown>>(
    'Details that depend on the action; secrets are masked. `sessionId` is the one of `GET /auth/sessions`. ' +
      'Repeated events of a session are one entry an hour, with `count` and `lastAt`',
    { sessionId: '9c'.repeat(32), originalAddress: '198.51.100.4', newAddress: '203.0.113.7' },
  ),
  ip: orNull(string('An address', '203.0.113.7'), 'The address the action came from'),
  createdAt: time('When it happened'),
};
const OwnEntry = record('AuditEntry', 'An entry as its user may see it', entryFields);
export const EntityEntry = record('EntityAuditEntry', 'An entry as administrators see it', {
  ...entryFields,
  userId: orNull(string('An id', '7'), 'Whom it concerns'),
  actorId: orNull(string('An id', '1'), 'Id of the actor; null is the system'),
});

export type EntryRow = Static<typeof EntityEntry> & { times: string | null; lastAt: Date | null };

export const OwnEntries = listOf(OwnEntry);
export const EntityEntries = listOf(EntityEntry);

/** Players do not see an administrator's address. */
export function ownEntryView(row: EntryRow): Static<typeof OwnEntry> {
  const byAnotherPerson = row.actorId !== null && row.actorId !== row.userId;
  return { ...entityEntryView(row), ip: byAnotherPerson ? null : row.ip };
}

export function entityEntryView(row: EntryRow): Static<typeof EntityEntry> {
  const { metadata, times, lastAt } = row;
  const repeats = times === null ? {} : { count: Number(times), lastAt: lastAt?.toISOString() };
  return { ...row, metadata: shownMetadata({ ...metadata, ...repeats }) };
}

const SESSION_HASH = /^[0-9a-f]{64}$/;

/** The hash of a session is no secret: `GET /auth/sessions` shows it as the id. */
function shownMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  const masked = maskValue(metadata) as Record<string, unknown>;
  const { sessionId } = metadata;
  return typeof sessionId === 'string' && SESSION_HASH.test(sessionId) ? { ...masked, sessionId } : masked;
}

const printable = (maxLength: number) => ({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' });

/** Ids of entities are text, because not every record has a number. */
export const EntityParams = Type.Object({
  type: Type.String({
    ...printable(64),
    'x-fault': 'must be a kind of record: 1 to 64 printable characters',
    description: 'The kind of record',
    examples: ['user'],
  }),
  id: Type.String({
    ...printable(128),
    'x-fault': 'must be the id of a record: 1 to 128 printable characters',
    description: 'Which record of that kind',
    examples: ['1'],
  }),
});

export interface TrailFilter {
  actorId?: Id<'user'> | undefined;
  userId?: Id<'user'> | undefined;
  action?: string | undefined;
  entityType?: string | undefined;
  entityId?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

const word = (maxLength: number, description: string, example: string) =>
  Type.Optional(
    Type.String({
      ...printable(maxLength),
      'x-fault': `must have 1 to ${maxLength} printable characters`,
      description,
      examples: [example],
    }),
  );
const day = (description: string) => Type.Optional(Type.String({ description, examples: ['2026-11-15'] }));

export const TrailQuery = walkQuery('Only entries that are older than this one', {
  actorId: Type.Optional({ ...IdText, description: 'Only what this user did' }),
  userId: Type.Optional({ ...IdText, description: 'Only what concerns this user' }),
  action: word(100, 'Only this action', 'USER_BANNED'),
  entityType: word(64, 'Only about this kind of record', 'user'),
  entityId: word(128, 'Only about this record; needs `entityType`', '7'),
  from: day('First day, as YYYY-MM-DD of São Paulo'),
  to: day('Last day, included'),
});

export function trailFilterOf(query: Static<typeof TrailQuery>): TrailFilter {
  const faults: FieldFault[] = [];
  const dayOf = (field: 'from' | 'to'): Day | undefined => {
    try {
      return query[field] === undefined ? undefined : parseDay(query[field]);
    } catch {
      faults.push({ field, message: 'must be a day as YYYY-MM-DD' });
      return undefined;
    }
  };
  const [from, to] = [dayOf('from'), dayOf('to')];
  if (from !== undefined && to !== undefined && from > to)
    faults.push({ field: 'from', message: 'must not be after `to`' });
  if (query.entityId !== undefined && query.entityType === undefined) {
    faults.push({ field: 'entityId', message: 'needs `entityType`' });
  }
  if (faults.length > 0) throw validationFailed(faults);
  return {
    actorId: query.actorId === undefined ? undefined : toId<'user'>(query.actorId),
    userId: query.userId === undefined ? undefined : toId<'user'>(query.userId),
    action: query.action,
    entityType: query.entityType,
    entityId: query.entityId,
    from: from === undefined ? undefined : dayStart(from),
    until: to === undefined ? undefined : dayEnd(to),
  };
}

const TrailEntryView = record('TrailEntry', 'An entry of the audit trail with the names of its users', {
  ...EntityEntry.properties,
  username: orNull(string('A name', 'Bia'), 'Name of the user concerned'),
  actorName: orNull(string('A name', 'Ana'), 'Name of the actor'),
  hash: orNull(
    string('A hash', '3f1c0a5be77d4a86c19e02b4d85f6a7390bd1e44c2f86a05d37b9e18f4a06c52'),
    'SHA-256 of the chain up to it, 64 hex characters; null until it is linked',
  ),
  position: orNull(
    integer('A position', 1310),
    'Its place in the hash chain; null until it is linked, a moment after it was written',
  ),
});
export type TrailRow = EntryRow & Omit<Static<typeof TrailEntryView>, 'position'> & { position: string | null };

export const trailEntryView = (row: TrailRow): Static<typeof TrailEntryView> => ({
  ...row,
  ...entityEntryView(row),
  position: row.position === null ? null : Number(row.position),
});

/** An exact count of common events tells administrators nothing. */
export const MAX_COUNTED = 10_000;
export const TrailPage = listOf(TrailEntryView, {
  description: `\`meta.total\` counts to ${MAX_COUNTED} at most: that many are that many or more.`,
});

export const TrailWords = Type.Object(
  {
    actions: Type.Array(Type.String(), { description: 'Every action that was recorded' }),
    entityTypes: Type.Array(Type.String(), { description: 'Every kind of record that something was recorded about' }),
  },
  { title: 'TrailWords', examples: [{ actions: ['USER_BANNED'], entityTypes: ['user'] }] },
);
