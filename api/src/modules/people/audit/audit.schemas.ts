import { type Static, type TSchema, Type } from 'typebox';
import { maskValue } from '../../../platform/masking.ts';
import { IdText, listOf, Timestamp } from '../../../platform/schemas.ts';
import type { EntryRow } from './audit.sql.ts';

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const entryFields = {
  id: IdText,
  action: Type.String({ description: 'What happened', examples: ['SUSPICIOUS_IP_CHANGE'] }),
  entityType: orNull(Type.String({ description: 'The kind of record it is about', examples: ['session'] })),
  entityId: orNull(Type.String({ description: 'Which record of that kind', examples: ['42'] })),
  metadata: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Details that depend on the action; secrets are masked',
  }),
  ip: orNull(Type.String({ description: 'The address the action came from', examples: ['203.0.113.7'] })),
  createdAt: Timestamp,
};

const OwnEntry = Type.Object(entryFields);
const EntityEntry = Type.Object({
  ...entryFields,
  userId: orNull(Type.String({ description: 'Whom it concerns', examples: ['7'] })),
  actorId: orNull(Type.String({ description: 'Who did it; null is the system', examples: ['1'] })),
});

const exampleOwnEntry = {
  id: '1204',
  action: 'SUSPICIOUS_IP_CHANGE',
  entityType: 'session',
  entityId: '42',
  metadata: { originalIp: '198.51.100.4', newIp: '203.0.113.7' },
  ip: '203.0.113.7',
  createdAt: '2026-11-15T12:00:00.000Z',
};
const exampleEntityEntry = {
  id: '1310',
  action: 'USER_BANNED',
  entityType: 'user',
  entityId: '7',
  metadata: { reason: 'Chargebacks' },
  ip: '192.0.2.10',
  createdAt: '2026-11-15T12:30:00.000Z',
  userId: '7',
  actorId: '1',
};
const exampleMeta = { page: 1, limit: 20, total: 1 };

export const OwnEntries = Type.Object(listOf(OwnEntry).properties, {
  examples: [{ data: [exampleOwnEntry], meta: exampleMeta }],
});
export const EntityEntries = Type.Object(listOf(EntityEntry).properties, {
  examples: [{ data: [exampleEntityEntry], meta: exampleMeta }],
});

/** Ids of entities are text: not every record of the platform has a number. */
const printable = (maxLength: number) => ({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' });
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
    examples: ['7'],
  }),
});

const Position = Type.Integer({ description: 'Counted from 1 in the order of linking', examples: [4210] });
const exampleHash = '3f1c0a5be77d4a86c19e02b4d85f6a7390bd1e44c2f86a05d37b9e18f4a06c52';

export const VerifiedChain = Type.Object(
  {
    valid: Type.Boolean({ description: 'True where nothing is broken', examples: [true] }),
    checked: Type.Integer({ description: 'Entries that verify, from the first on', examples: [4210] }),
    pending: Type.Integer({ description: 'Entries written and not linked yet; normally a moment old', examples: [3] }),
    head: orNull(
      Type.Object(
        {
          position: Position,
          hash: Type.String({ description: 'SHA-256, 64 hex characters', examples: [exampleHash] }),
        },
        { description: 'The last entry that verifies; its hash covers all before it' },
      ),
    ),
    brokenAt: orNull(
      Type.Object(
        {
          position: orNull(Position),
          entryId: orNull(Type.String({ description: 'The entry found there', examples: ['4305'] })),
          reason: Type.String({ examples: ['Entry 4305 was altered: its content does not give its hash'] }),
        },
        { description: 'Where the trail is broken first' },
      ),
    ),
    checkpoints: Type.Object(
      {
        checked: Type.Integer({ description: 'Checkpoints that were held against the trail', examples: [12] }),
        valid: Type.Boolean({ examples: [true] }),
        lastPosition: orNull(Position),
      },
      { description: 'Signed heads of the chain, kept outside the database' },
    ),
  },
  {
    examples: [
      {
        valid: true,
        checked: 4210,
        pending: 3,
        head: { position: 4210, hash: exampleHash },
        brokenAt: null,
        checkpoints: { checked: 12, valid: true, lastPosition: 4200 },
      },
    ],
  },
);

/** An administrator's address is not for the player whom the act concerned. */
export function ownEntryView(row: EntryRow): Static<typeof OwnEntry> {
  const byAnotherPerson = row.actorId !== null && row.actorId !== row.userId;
  return { ...entryView(row), ip: byAnotherPerson ? null : row.ip };
}

export function entityEntryView(row: EntryRow): Static<typeof EntityEntry> {
  return { ...entryView(row), userId: row.userId, actorId: row.actorId };
}

function entryView({ id, action, entityType, entityId, metadata, ip, createdAt }: EntryRow): Static<typeof OwnEntry> {
  return {
    id,
    action,
    entityType,
    entityId,
    metadata: maskValue(metadata) as Record<string, unknown>,
    ip,
    createdAt: createdAt.toISOString(),
  };
}
