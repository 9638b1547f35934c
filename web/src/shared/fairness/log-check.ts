import { isHeadSigned, isIncluded, leafHash, leafOf, type ResultKind } from '@lisura/fairness';
import { call } from '../../data/api.ts';
import { isApiError } from '../../data/api-error.ts';
import type { VerifyLink } from './verify-link.ts';

const KINDS: Readonly<Record<string, ResultKind>> = {
  opening: 'CASES',
  upgrade: 'UPGRADES',
  shot: 'SHOTS',
  battle: 'BATTLES',
  raffle: 'RAFFLES',
};

/** A result by its leaf: as the page has it, or as the API shows it to whoever may see it. */
export interface LoggedResult {
  kind: ResultKind;
  id: string;
  read(): Promise<unknown>;
}

/** What a link to the verifier is about; null where that has no leaf. */
export function loggedResult({ hash }: VerifyLink): LoggedResult | null {
  const params = new URLSearchParams(hash);
  const kind = KINDS[params.get('game') ?? ''];
  if (kind === undefined) return null;
  const play = params.get('play');
  if (play !== null) {
    const result: { id?: unknown } = JSON.parse(play);
    // What somebody has typed may have no number.
    return typeof result.id === 'string' ? { kind, id: result.id, read: async () => result } : null;
  }
  const id = params.get('id');
  if (id === null) return null;
  const code = params.get('code');
  const battle = () => call('GET /battles/{id}', { params: { id }, query: code === null ? {} : { code } });
  return { kind, id, read: kind === 'BATTLES' ? battle : () => call('GET /raffle/{id}', { params: { id } }) };
}

export type LogFinding = { state: 'proven'; index: number; size: number; at: string } | { state: 'notYet' | 'wrong' };

/** Computes the leaf in this browser, and holds the proof of the platform against its signed head. */
export async function checkInLog({ kind, id, read }: LoggedResult): Promise<LogFinding> {
  const [result, head] = [await read(), await call('GET /log/head')];
  const inclusion = await call('GET /log/inclusion', { query: { kind, id, size: head.size } }).catch(
    (error: unknown) => {
      if (isApiError(error) && error.code === 'LEAF_NOT_FOUND') return null;
      throw error;
    },
  );
  if (inclusion === null) return { state: 'notYet' };
  const { index, proof } = inclusion;
  const isThere = isIncluded({ leafHash: leafHash(leafOf(kind, result).text), index, proof }, head);
  if (!isThere || !(await isHeadSigned(head))) return { state: 'wrong' };
  return { state: 'proven', index, size: head.size, at: head.at };
}
