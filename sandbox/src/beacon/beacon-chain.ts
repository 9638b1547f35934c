import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';

const { G2, fields, shortSignatures } = bls12_381;
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const BEACON_ID = 'sandbox';

export interface SignedRound {
  round: number;
  randomness: string;
  signature: string;
}

export interface BeaconChain {
  /** The hash names a chain and follows from everything else that is known of it. */
  hash: string;
  publicKey: string;
  /** The answer of `/info`. */
  info: object;
  sign(round: number): SignedRound;
  /** The round is right except that another key has signed it. */
  forge(round: number): SignedRound;
}

interface ChainOptions {
  /** The secret key follows from it; the same one makes the same chain. */
  seed: Uint8Array;
  genesis: number;
  period: number;
}

/** The chain has the scheme of drand's quicknet, `bls-unchained-g1-rfc9380`, with one signer instead of many. */
export function createBeaconChain({ seed, genesis, period }: ChainOptions): BeaconChain {
  const secretKey = secretKeyOf(seed, 'signer');
  const publicKey = G2.Point.BASE.multiplyUnsafe(fields.Fr.fromBytes(secretKey)).toHex();
  const groupHash = createHash('sha256').update(publicKey).digest('hex');
  const hash = chainHash({ genesis, period, publicKey, groupHash, beaconId: BEACON_ID });
  return {
    hash,
    publicKey,
    info: {
      public_key: publicKey,
      period,
      genesis_time: genesis,
      hash,
      groupHash,
      schemeID: 'bls-unchained-g1-rfc9380',
      metadata: { beaconID: BEACON_ID },
    },
    sign: (round) => signedRound(round, secretKey),
    forge: (round) => signedRound(round, secretKeyOf(seed, 'forger')),
  };
}

function secretKeyOf(seed: Uint8Array, name: string): Uint8Array {
  const wide = createHash('sha512').update(name).update(seed).digest('hex');
  return fields.Fr.toBytes(BigInt(`0x${wide}`) % fields.Fr.ORDER);
}

function signedRound(round: number, secretKey: Uint8Array): SignedRound {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  const message = shortSignatures.hash(createHash('sha256').update(number).digest(), DOMAIN);
  const signature = shortSignatures.sign(message, secretKey).toHex();
  return { round, randomness: createHash('sha256').update(signature, 'hex').digest('hex'), signature };
}

interface ChainParts {
  genesis: number;
  period: number;
  publicKey: string;
  groupHash: string;
  beaconId: string;
}

export function chainHash({ genesis, period, publicKey, groupHash, beaconId }: ChainParts): string {
  const times = Buffer.alloc(12);
  times.writeUInt32BE(period);
  times.writeBigInt64BE(BigInt(genesis), 4);
  return createHash('sha256')
    .update(times)
    .update(publicKey, 'hex')
    .update(groupHash, 'hex')
    .update(beaconId)
    .digest('hex');
}
