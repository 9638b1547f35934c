import { type Static, Type } from 'typebox';
import { type Day, dayEnd, dayStart, parseDay } from '../../../../platform/days.ts';
import { type FieldFault, validationFailed } from '../../../../platform/errors.ts';
import { toId } from '../../../../platform/ids.ts';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { IdText, orNull } from '../../../../platform/schemas.ts';
import { EntityEntry, entityEntryView, exampleEntityEntry, VerifiedChain } from '../audit.schemas.ts';
import { MAX_COUNTED, type TrailFilter, type TrailRow } from './trail.sql.ts';
import { RANGE_ENTRIES, type RangeReport } from './verify-range.ts';

const word = (maxLength: number, description: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength,
      pattern: '^[^\\u0000-\\u001f\\u007f]*$',
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

/** Throws with the fields of what does not fit. */
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

const exampleTrailEntry = {
  ...exampleEntityEntry,
  username: 'Bia',
  actorName: 'Ana',
  hash: '3f1c0a5be77d4a86c19e02b4d85f6a7390bd1e44c2f86a05d37b9e18f4a06c52',
  position: 1310,
};

const TrailEntryView = Type.Object(
  {
    ...EntityEntry.properties,
    username: orNull(Type.String(), 'Name of the user concerned'),
    actorName: orNull(Type.String(), 'Name of the actor'),
    hash: orNull(Type.String(), 'SHA-256 of the chain up to it, 64 hex characters; null until it is linked'),
    position: orNull(
      Type.Integer(),
      'Its place in the hash chain; null until it is linked, a moment after it was written',
    ),
  },
  {
    title: 'TrailEntry',
    description: 'An entry of the audit trail with the names of its users',
    examples: [exampleTrailEntry],
  },
);
export const TrailPage = listOf(TrailEntryView, {
  examples: [{ data: [exampleTrailEntry], meta: { page: 1, limit: 20, total: 1 } }],
  description: `\`meta.total\` counts to ${MAX_COUNTED} at most: that many are that many or more.`,
});

export const trailEntryView = (row: TrailRow): Static<typeof TrailEntryView> => ({
  ...entityEntryView(row),
  username: row.username,
  actorName: row.actorName,
  hash: row.hash,
  position: row.position === null ? null : Number(row.position),
});

export const TrailWords = Type.Object(
  {
    actions: Type.Array(Type.String(), { description: 'Every action that was recorded' }),
    entityTypes: Type.Array(Type.String(), { description: 'Every kind of record that something was recorded about' }),
  },
  { title: 'TrailWords', examples: [{ actions: ['USER_BANNED'], entityTypes: ['user'] }] },
);

export const RangeQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'The position up to which the range before has verified; 0 begins',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: RANGE_ENTRIES,
      default: RANGE_ENTRIES,
      description: 'Entries of this range, at most',
    }),
  ),
});

export const VerifiedRange = Type.Object(
  {
    ...VerifiedChain.properties,
    after: Type.Integer({ description: 'Beginning of this range', examples: [0] }),
    lastPosition: Type.Integer({ description: 'The last position of the trail now', examples: [4210] }),
    isDone: Type.Boolean({ description: 'True at the end of the trail, or where it is broken', examples: [true] }),
  },
  {
    title: 'VerifiedAuditRange',
    description: `At most ${RANGE_ENTRIES} entries of the chain`,
    examples: [
      {
        valid: true,
        checked: 4210,
        pending: 3,
        head: { position: 4210, hash: '3f1c0a5be77d4a86c19e02b4d85f6a7390bd1e44c2f86a05d37b9e18f4a06c52' },
        brokenAt: null,
        checkpoints: { checked: 12, valid: true, lastPosition: 4200 },
        after: 0,
        lastPosition: 4210,
        isDone: true,
      },
    ],
  },
);

export const rangeView = (report: RangeReport): Static<typeof VerifiedRange> => report;
