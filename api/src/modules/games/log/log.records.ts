import { RESULT_KINDS, TERMS_KINDS } from '@lisura/fairness';
import { Type } from 'typebox';
import type { Sql } from '../../../platform/database/sql.ts';
import { defineAdminError, defineError } from '../../../platform/errors.ts';
import { listOf, orNull, part, record, type Static, string, time } from '../../../platform/record.ts';
import { givenText, idOf } from '../../../platform/schemas.ts';
import type { AlertCause, AlertContent } from '../../people/alerts/index.ts';

export interface LogSource {
  readonly kind: string;
  readonly table: string;
  readonly leaves: Sql;
  readonly rowsAtOnce?: number;
}

export interface LeafBatch {
  ids: readonly bigint[];
  /** 32 bytes each. */
  hashes: Buffer;
  /** They may get a result later. */
  waiting: readonly bigint[];
}

export interface Span {
  kind: string;
  firstId: bigint;
  lastId: bigint;
  firstLeaf: bigint;
}

/** A tile has 256 hashes of a level, each over `2 ** (8 * level)` leaves; fewer at the right edge. */
export interface Tile {
  level: number;
  tile: bigint;
  hashes: Buffer;
}

export interface TreeState {
  size: bigint;
  root: Buffer;
}

export interface SignedHead extends TreeState {
  at: Date;
  publicKey: Buffer;
  signature: Buffer;
}

export interface Interruption {
  cause: 'BEHIND' | 'KEY_CHANGED' | 'FILE_UNREADABLE';
  /** The database does not extend it. */
  lost: TreeState;
}

export const noHeadYet = defineError(
  'LOG_IS_EMPTY',
  404,
  'O registro público ainda não tem nenhuma assinatura.',
  'Nothing was logged yet: the first head is signed soon after the first play.',
);
export const headNotFound = defineError(
  'LOG_HEAD_NOT_FOUND',
  404,
  'O registro público não tem uma assinatura com esse tamanho.',
  'No head of this size was signed. Take sizes from heads that were answered before.',
);
export const leafNotFound = defineError(
  'LEAF_NOT_FOUND',
  404,
  'Esse resultado não está no registro público até esse tamanho. Resultados novos entram em poucos segundos.',
  'No such leaf lies within the size of the request. A result is logged some seconds after it was made.',
);
export const wrongSizes = defineError(
  'LOG_SIZES_REVERSED',
  400,
  'O tamanho anterior não pode ser maior que o posterior.',
  'The earlier size of a proof of consistency is above the later one.',
);
export const logIsInterrupted = defineError(
  'LOG_INTERRUPTED',
  503,
  'O registro público está interrompido: o banco de dados ou a chave não continua a última assinatura. Nada novo é assinado.',
  'After a restored backup or a changed key, the database does not continue the last signed head. The log signs ' +
    'nothing instead of signing another history. Administrators have an alert.',
);
export const logIsNotInterrupted = defineAdminError(
  'LOG_NOT_INTERRUPTED',
  409,
  'The log is not interrupted.',
  'The log is running, so there is nothing to resume.',
);

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

const EXAMPLE_HASH = '3f1c0a5be77d4a86c19e02b4d85f6a7390bd1e44c2f86a05d37b9e18f4a06c52';
const hashOf = (description: string, example = EXAMPLE_HASH) =>
  Type.Unsafe<string>({ type: 'string', pattern: '^[0-9a-f]{64}$', description, examples: [example] });
const sizeOf = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1, description, examples: [4210] });

export const LogHeadView = record(
  'LogHead',
  'A signed tree head: keep it, and no leaf before it can be altered unseen',
  {
    size: sizeOf('How many leaves the tree has'),
    root: hashOf('The root hash of all leaves, by RFC 6962'),
    at: time('When it was signed', '2026-11-17T12:00:00.000Z'),
    publicKey: hashOf('The Ed25519 key that has signed it', '1f'.repeat(32)),
    signature: Type.String({
      pattern: '^[0-9a-f]{128}$',
      description: 'Ed25519 over the UTF-8 text `["lisura log head 1",<size>,"<root>","<at>"]`',
      examples: ['2e'.repeat(64)],
    }),
  },
);
export const logHeadView = ({ size, root, at, publicKey, signature }: SignedHead): Static<typeof LogHeadView> => ({
  size: Number(size),
  root: root.toString('hex'),
  at,
  publicKey: publicKey.toString('hex'),
  signature: signature.toString('hex'),
});

export const LogKeyView = record('LogKey', 'The key that signs heads', {
  publicKey: hashOf('Ed25519; every head is signed with it', '1f'.repeat(32)),
});

export const HeadParams = Type.Object({ size: sizeOf('Size of a head that was signed') });

const kindOf = (description: string) =>
  Type.String({
    pattern: '^[A-Z][A-Z_]{0,31}$',
    'x-fault': 'must be a kind of leaf, such as CASES',
    description,
    examples: ['CASES'],
  });

const leafName = {
  kind: kindOf(
    `${[...RESULT_KINDS, ...TERMS_KINDS].join(', ')}, REFUSALS, COMMITMENTS, SKIPPED, LEDGER or INTERRUPTIONS`,
  ),
  id: idOf('Id of the result'),
};
export const FirstHeadQuery = Type.Object(leafName);
export const InclusionQuery = Type.Object({
  ...leafName,
  size: Type.Optional(sizeOf('Size of the head that it is proven in; the newest without it')),
});
const proofFields = {
  index: Type.Unsafe<number>({
    type: 'integer',
    minimum: 0,
    description: 'Its place in the tree, from 0',
    examples: [12],
  }),
  leafHash: hashOf('The hash as it was logged. Compute it from the result: `SHA-256(0x00 || leaf)`'),
  head: part(LogHeadView, 'The head that it is proven in'),
  proof: listOf(hashOf('A hash of the path'), 'From the leaf upwards, by RFC 6962'),
};
export const InclusionView = record('LogInclusion', 'A leaf, and the hashes that prove it', {
  kind: kindOf('Kind of the leaf'),
  id: idOf('Id of the result'),
  ...proofFields,
});

/** Pages ask for future leaves, so a missing leaf is an answer and no error. */
export const FirstHeadView = record('FirstLogHead', 'The oldest head that has a leaf', {
  ...leafName,
  index: orNull(
    proofFields.index,
    'Its place in the tree, from 0; null, as all that follows, as long as it is in no head',
  ),
  leafHash: orNull(proofFields.leafHash, 'Hash of the leaf as it was logged'),
  head: orNull(proofFields.head, 'The oldest head that has it'),
  proof: orNull(proofFields.proof, 'From the leaf upwards, by RFC 6962'),
});

export const ConsistencyQuery = Type.Object({
  from: sizeOf('Size of the earlier head'),
  to: Type.Optional(sizeOf('Size of the later head; the newest without it')),
});
export const ConsistencyView = record('LogConsistency', 'The proof that the log has only grown', {
  earlier: LogHeadView,
  later: LogHeadView,
  proof: listOf(hashOf('A hash of the proof'), 'By RFC 6962', []),
});

const MAX_LEAVES = 5_000;
export const LeavesQuery = Type.Object({
  from: Type.Integer({
    minimum: 0,
    maximum: 2 ** 53 - 1 - MAX_LEAVES,
    default: 0,
    description: 'The place of the first one, from 0',
    examples: [0],
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_LEAVES,
    default: 1_000,
    description: 'How many at most',
    examples: [1_000],
  }),
});
const leafFields = { kind: kindOf('Kind of the leaf'), id: idOf('Id of its row') };
const exampleLeaf = { kind: 'CASES', id: '7', hash: EXAMPLE_HASH };
export const LeavesView = record('LogLeaves', 'Leaves of the log by their names and hashes', {
  size: sizeOf('Size of the newest head: the number of leaves'),
  leaves: listOf(
    Type.Object({ ...leafFields, hash: hashOf('Hash of the leaf as it was logged') }),
    'In the order of the tree',
    [exampleLeaf],
  ),
});

export const LeafView = record('LogLeaf', 'A leaf of the log', {
  ...leafFields,
  text: string(
    'The leaf, as its rows give it now: `SHA-256(0x00 || text)` is its hash',
    `["LEDGER","1","1","10000","${EXAMPLE_HASH}"]`,
  ),
});
export const LedgerSaltView = record('LogLedgerSalt', 'A leaf about the ledger, with its salt', {
  ...LeafView.properties,
  salt: orNull(hashOf('32 bytes, part of the digest'), 'Null where the head is older than salts'),
});
export const LeafParams = Type.Object({ id: idOf('Id of the leaf') });
export const NonceQuery = Type.Object({
  stream: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[a-z0-9:]+$',
    'x-fault': 'must be a stream such as user:7',
    description: 'Whose rolls: `user:<id>`, `battle:<id>`, `raffle:<id>`, `event:<id>:user:<id>` and so on',
    examples: ['user:7'],
  }),
  nonce: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1, description: 'Nonce of the roll', examples: [1] }),
});

export const ResumeBody = Type.Object(
  {
    reason: givenText(
      500,
      'The reason of the interruption. It becomes a leaf of the log, which everybody can read',
      'Restored from the backup of 02:00 after the disk failed',
    ),
  },
  { title: 'LogResume', examples: [{ reason: 'Restored from the backup of 02:00 after the disk failed' }] },
);

export const ResumedView = record('ResumedLog', 'An interruption that is over', {
  cause: Type.Unsafe<Interruption['cause']>({
    type: 'string',
    enum: ['BEHIND', 'KEY_CHANGED', 'FILE_UNREADABLE'],
    description: 'Why it was interrupted',
    examples: ['BEHIND'],
  }),
  lostSize: Type.Integer({ minimum: 0, description: 'From the head that the log does not extend', examples: [4210] }),
  lostRoot: hashOf('From the head that the log does not extend'),
});
