import { generateKeyPairSync, sign } from 'node:crypto';
import { headText, type LogHead, leafHash } from '../src/index.ts';
import { growthOf, pathOf, treeOf } from './tree.ts';

/**
 * Anybody with a key can have a log of any leaves. It answers like the platform, and proves what it can of its own
 * history.
 */
export interface FakeLog {
  headOf(size: number, at: string): LogHead;
  /** Answers a path such as `/api/log/head` like the platform. */
  answer(path: string): { status: number; json: unknown };
}

export type LogKey = ReturnType<typeof newLogKey>;
export const newLogKey = () => generateKeyPairSync('ed25519');

function nameOf(leaf: string, place: number): { kind: string; id: string } {
  const [, kind = 'OTHERS', id = String(place + 1)] = /^\["([A-Z_]+)","([^"]+)"/.exec(leaf) ?? [];
  return { kind, id };
}

/** Tells whether a leaf tells of a nonce; the last nonce of a run of commitments follows from its hashes. */
function isAbout(leaf: string, kind: string, stream: string | null, nonce: number): boolean {
  if (!leaf.startsWith(`["${kind}"`)) return false;
  const [, , ofStream, first, last] = JSON.parse(leaf);
  const end = typeof last === 'number' ? last : first + last.length / 64 - 1;
  return ofStream === stream && first <= nonce && nonce <= end;
}

const refused = (status: number, code: string) => ({ status, json: { code } });

interface SignedAt {
  size: number;
  at: string;
}

/** `newest` is the head that it shows; null where it says that it has none. `earlier` are heads that it has signed before. */
export function fakeLog(
  leaves: readonly string[],
  key: LogKey,
  newest: SignedAt | null,
  earlier: readonly SignedAt[] = [],
): FakeLog {
  const publicKey = Buffer.from(key.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  const headOf = (size: number, at: string): LogHead => {
    const tree = { ...treeOf(leaves.slice(0, size)), at };
    return { ...tree, signature: sign(null, Buffer.from(headText(tree)), key.privateKey).toString('hex'), publicKey };
  };
  const answer = (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://log.example');
    const numberOf = (name: string) => Number(searchParams.get(name));
    const stream = searchParams.get('stream');
    if (newest === null) return refused(404, 'LOG_IS_EMPTY');
    if (pathname === '/api/log/head') return { status: 200, json: headOf(newest.size, newest.at) };
    if (pathname === '/api/log/consistency') {
      const [from, to] = [numberOf('from'), numberOf('to')];
      if (to > leaves.length) return refused(404, 'LOG_HEAD_NOT_FOUND');
      return { status: 200, json: { proof: growthOf(from, leaves.slice(0, to)) } };
    }
    if (pathname === '/api/log/leaves') {
      const [from, limit] = [numberOf('from'), numberOf('limit')];
      const named = leaves
        .slice(0, newest.size)
        .map((leaf, place) => ({ ...nameOf(leaf, place), hash: leafHash(leaf) }));
      return {
        status: 200,
        json: { size: newest.size, leaves: named.slice(from, from + limit) },
      };
    }
    if (pathname === '/api/log/skipped' || pathname === '/api/log/commitments') {
      const kind = pathname.endsWith('skipped') ? 'SKIPPED' : 'COMMITMENTS';
      const text = leaves.find((leaf) => isAbout(leaf, kind, stream, numberOf('nonce')));
      return text === undefined ? refused(404, 'LEAF_NOT_FOUND') : { status: 200, json: { ...nameOf(text, 0), text } };
    }
    const index = leaves.findIndex((leaf) =>
      leaf.startsWith(`["${searchParams.get('kind')}","${searchParams.get('id')}"`),
    );
    if (pathname === '/api/log/first-head') {
      const first = index < 0 ? undefined : [...earlier, newest].find(({ size }) => size > index);
      if (first === undefined) return { status: 200, json: { head: null, proof: null } };
      const [kind, id] = [searchParams.get('kind'), searchParams.get('id')];
      const proof = pathOf(index, leaves.slice(0, first.size));
      return { status: 200, json: { kind, id, index, head: headOf(first.size, first.at), proof } };
    }
    if (index < 0 || index >= numberOf('size')) return refused(404, 'LEAF_NOT_FOUND');
    return { status: 200, json: { index, proof: pathOf(index, leaves.slice(0, numberOf('size'))) } };
  };
  return { headOf, answer };
}

export const leavesNamed = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, place) => `${name} ${place}`);
