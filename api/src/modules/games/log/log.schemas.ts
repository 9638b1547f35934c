import { RESULT_KINDS, TERMS_KINDS } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { idOf, orNull, timeOf } from '../../../platform/schemas.ts';
import type { Interruption, SignedHead } from './log.types.ts';

const exampleHash = '3f1c0a5be77d4a86c19e02b4d85f6a7390bd1e44c2f86a05d37b9e18f4a06c52';
const hashOf = (description: string) =>
  Type.String({ pattern: '^[0-9a-f]{64}$', description, examples: [exampleHash] });
const sizeOf = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1, description, examples: [4210] });

const exampleHead = {
  size: 4210,
  root: exampleHash,
  at: '2026-11-17T12:00:00.000Z',
  publicKey: '1f'.repeat(32),
  signature: '2e'.repeat(64),
};

export const LogHeadView = Type.Object(
  {
    size: sizeOf('How many leaves the tree has'),
    root: hashOf('The root hash of all leaves, by RFC 6962'),
    at: timeOf('When it was signed'),
    publicKey: hashOf('The Ed25519 key that has signed it'),
    signature: Type.String({
      pattern: '^[0-9a-f]{128}$',
      description: 'Ed25519 over the UTF-8 text `["lisura log head 1",<size>,"<root>","<at>"]`',
    }),
  },
  {
    title: 'LogHead',
    description: 'A signed tree head: keep it, and no leaf before it can be altered unseen',
    examples: [exampleHead],
  },
);
export const logHeadView = ({ size, root, at, publicKey, signature }: SignedHead): Static<typeof LogHeadView> => ({
  size: Number(size),
  root: root.toString('hex'),
  at: at.toISOString(),
  publicKey: publicKey.toString('hex'),
  signature: signature.toString('hex'),
});

export const LogKeyView = Type.Object(
  { publicKey: hashOf('Ed25519; every head is signed with it') },
  { title: 'LogKey', examples: [{ publicKey: exampleHead.publicKey }] },
);

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
export const InclusionView = Type.Object(
  {
    kind: kindOf('Kind of the leaf'),
    id: idOf('Id of the result'),
    index: Type.Integer({ minimum: 0, description: 'Its place in the tree, from 0' }),
    leafHash: hashOf('The hash as it was logged. Compute it from the result: `SHA-256(0x00 || leaf)`'),
    head: LogHeadView,
    proof: Type.Array(hashOf('A hash of the path'), { description: 'From the leaf upwards, by RFC 6962' }),
  },
  {
    title: 'LogInclusion',
    examples: [{ kind: 'CASES', id: '7', index: 12, leafHash: exampleHash, head: exampleHead, proof: [exampleHash] }],
  },
);

const { index, leafHash, head, proof } = InclusionView.properties;
/** Pages ask for a leaf that is about to come, so that there is none yet is an answer and no error. */
export const FirstHeadView = Type.Object(
  {
    ...leafName,
    index: orNull(index, 'Its place in the tree, from 0; null, as all that follows, as long as it is in no head'),
    leafHash: orNull(leafHash, 'Hash of the leaf as it was logged'),
    head: orNull(head, 'The oldest head that has it'),
    proof: orNull(proof, 'From the leaf upwards, by RFC 6962'),
  },
  {
    title: 'FirstLogHead',
    examples: [
      { kind: 'BATTLE_SEATS', id: '17', index: 12, leafHash: exampleHash, head: exampleHead, proof: [exampleHash] },
    ],
  },
);

export const ConsistencyQuery = Type.Object({
  from: sizeOf('Size of the earlier head'),
  to: Type.Optional(sizeOf('Size of the later head; the newest without it')),
});
export const ConsistencyView = Type.Object(
  {
    earlier: LogHeadView,
    later: LogHeadView,
    proof: Type.Array(hashOf('A hash of the proof'), { description: 'By RFC 6962' }),
  },
  { title: 'LogConsistency', examples: [{ earlier: exampleHead, later: exampleHead, proof: [] }] },
);

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
export const LeavesView = Type.Object(
  {
    size: sizeOf('Size of the newest head: the number of leaves'),
    leaves: Type.Array(
      Type.Object({
        kind: kindOf('Kind of the leaf'),
        id: idOf('Id of its row'),
        hash: hashOf('Hash of the leaf as it was logged'),
      }),
      { description: 'In the order of the tree' },
    ),
  },
  {
    title: 'LogLeaves',
    description: 'Leaves of the log by their names and hashes',
    examples: [{ size: 4210, leaves: [{ kind: 'CASES', id: '7', hash: exampleHash }] }],
  },
);

export const LeafView = Type.Object(
  {
    kind: kindOf('Kind of the leaf'),
    id: idOf('Id of its row'),
    text: Type.String({ description: 'The leaf, as its rows give it now: `SHA-256(0x00 || text)` is its hash' }),
  },
  {
    title: 'LogLeaf',
    examples: [{ kind: 'LEDGER', id: '1', text: `["LEDGER","1","1","10000","${exampleHash}"]` }],
  },
);
export const LedgerSaltView = Type.Object(
  {
    ...LeafView.properties,
    salt: orNull(hashOf('32 bytes, part of the digest'), 'Null where the head is older than salts'),
  },
  {
    title: 'LogLedgerSalt',
    examples: [{ kind: 'LEDGER', id: '1', text: `["LEDGER","1","1","10000","${exampleHash}"]`, salt: '9c'.repeat(32) }],
  },
);
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
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'The reason of the interruption. It becomes a leaf of the log, which everybody can read',
      examples: ['Restored from the backup of 02:00 after the disk failed'],
    }),
  },
  { title: 'LogResume', examples: [{ reason: 'Restored from the backup of 02:00 after the disk failed' }] },
);

export const ResumedView = Type.Object(
  {
    cause: Type.Unsafe<Interruption['cause']>({
      type: 'string',
      enum: ['BEHIND', 'KEY_CHANGED', 'FILE_UNREADABLE'],
      description: 'Why it was interrupted',
    }),
    lostSize: Type.Integer({ minimum: 0, description: 'From the head that the log does not extend' }),
    lostRoot: hashOf('From the head that the log does not extend'),
  },
  { title: 'ResumedLog', examples: [{ cause: 'BEHIND', lostSize: 4210, lostRoot: exampleHash }] },
);
