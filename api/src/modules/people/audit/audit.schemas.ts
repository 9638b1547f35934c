import { type Static, Type } from 'typebox';
import { listOf } from '../../../platform/lists.ts';
import { maskValue } from '../../../platform/observability/masking.ts';
import { idOf, orNull, timeOf } from '../../../platform/schemas.ts';
import type { EntryRow } from './audit.sql.ts';

const entryFields = {
  id: idOf('Id of the entry'),
  action: Type.String({ description: 'The action', examples: ['SUSPICIOUS_IP_CHANGE'] }),
  entityType: orNull(Type.String({ examples: ['session'] }), 'The kind of record it is about'),
  entityId: orNull(Type.String({ examples: ['1'] }), 'Which record of that kind'),
  metadata: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description:
      'Details that depend on the action; secrets are masked. `sessionId` is the one of `GET /auth/sessions`. ' +
      'Repeated events of a session are one entry an hour, with `count` and `lastAt`',
  }),
  ip: orNull(Type.String({ examples: ['203.0.113.7'] }), 'The address the action came from'),
  createdAt: timeOf('When it happened'),
};

const OwnEntry = Type.Object(entryFields, {
  title: 'AuditEntry',
  description: 'An entry as its user may see it',
});
export const EntityEntry = Type.Object(
  {
    ...entryFields,
    userId: orNull(Type.String({ examples: ['1'] }), 'Whom it concerns'),
    actorId: orNull(Type.String({ examples: ['1'] }), 'Id of the actor; null is the system'),
  },
  { title: 'EntityAuditEntry', description: 'An entry as administrators see it' },
);

const exampleOwnEntry = {
  id: '1204',
  action: 'SUSPICIOUS_IP_CHANGE',
  entityType: 'session',
  entityId: '42',
  metadata: { sessionId: '9c'.repeat(32), originalAddress: '198.51.100.4', newAddress: '203.0.113.7' },
  ip: '203.0.113.7',
  createdAt: '2026-11-15T12:00:00.000Z',
};
export const exampleEntityEntry = {
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

export const OwnEntries = listOf(OwnEntry, {
  examples: [{ data: [exampleOwnEntry], meta: exampleMeta }],
});
export const EntityEntries = listOf(EntityEntry, {
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
    examples: ['1'],
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
      Type.Object({
        position: Position,
        hash: Type.String({ description: 'SHA-256, 64 hex characters', examples: [exampleHash] }),
      }),
      'The last entry that verifies; its hash covers all before it',
    ),
    brokenAt: orNull(
      Type.Object({
        position: orNull(Position, 'Position of the fault; null if it has none'),
        entryId: orNull(Type.String({ examples: ['4305'] }), 'The entry found there'),
        reason: Type.String({
          description: 'The fault, for people to read',
          examples: ['Entry 4305 was altered: its content does not give its hash'],
        }),
      }),
      'The first fault of the trail; null if it is whole',
    ),
    checkpoints: Type.Object(
      {
        checked: Type.Integer({ description: 'Checkpoints that were held against the trail', examples: [12] }),
        valid: Type.Boolean({ description: 'Whether all of them fit', examples: [true] }),
        lastPosition: orNull(Position, 'The last position that the checkpoints cover'),
      },
      { description: 'Signed heads of the chain, kept outside the database' },
    ),
  },
  {
    title: 'VerifiedAuditChain',
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

export const PublicHead = Type.Object(
  {
    head: orNull(
      Type.Object({
        position: Position,
        hash: Type.String({ description: 'SHA-256, 64 hex characters', examples: [exampleHash] }),
        at: timeOf('When it was signed'),
        signature: Type.String({
          description: 'Ed25519, hex, over the UTF-8 text `["lisura audit head 1",position,"hash","at"]`',
        }),
      }),
      'The last entry that is linked; null while there is none',
    ),
    publicKey: Type.String({ description: 'Ed25519, 32 bytes as hex' }),
  },
  {
    title: 'AuditHead',
    examples: [
      {
        head: { position: 4210, hash: exampleHash, at: '2026-11-15T12:00:00.000Z', signature: 'ab'.repeat(64) },
        publicKey: 'cd'.repeat(32),
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

function entryView(row: EntryRow): Static<typeof OwnEntry> {
  const { id, action, entityType, entityId, metadata, ip, createdAt, times, lastAt } = row;
  const repeats = times === null ? {} : { count: Number(times), lastAt: lastAt?.toISOString() };
  return {
    id,
    action,
    entityType,
    entityId,
    metadata: shownMetadata({ ...metadata, ...repeats }),
    ip,
    createdAt: createdAt.toISOString(),
  };
}

const SESSION_HASH = /^[0-9a-f]{64}$/;

/** Secrets are masked. The trail knows a session by its hash alone, which `GET /auth/sessions` shows as its id. */
function shownMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  const masked = maskValue(metadata) as Record<string, unknown>;
  const { sessionId } = metadata;
  return typeof sessionId === 'string' && SESSION_HASH.test(sessionId) ? { ...masked, sessionId } : masked;
}
