import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { type ResumeDeps, resumeLog } from './keep-log.ts';
import {
  ConsistencyQuery,
  ConsistencyView,
  FirstHeadQuery,
  FirstHeadView,
  HeadParams,
  InclusionQuery,
  InclusionView,
  LeafParams,
  LeafView,
  LeavesQuery,
  LeavesView,
  LedgerSaltView,
  LogHeadView,
  LogKeyView,
  logHeadView,
  NonceQuery,
  ResumeBody,
  ResumedView,
} from './log.records.ts';
import { findSalt } from './log.sql.ts';
import {
  type LogReads,
  listLeaves,
  type ProvenLeaf,
  proveExtension,
  proveLeaf,
  proveLeafFirst,
  readCommitmentLeaf,
  readHead,
  readLeafText,
  readNewestHead,
  readSkippedLeaf,
} from './read-log.ts';
import { INTERRUPTIONS, LEDGER } from './sources.ts';

const inclusionView = ({ leafHash, head, proof, ...leaf }: ProvenLeaf) => ({
  ...leaf,
  leafHash: leafHash.toString('hex'),
  head: logHeadView(head),
  proof: hexes(proof),
});

const hexes = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));

export function logPublicRoutes(routes: Routes, reads: LogReads, publicKey: () => Promise<Buffer>): void {
  headRoutes(routes, reads, publicKey);
  proofRoutes(routes, reads);
  leafRoutes(routes, reads);
}

function headRoutes(routes: Routes, reads: LogReads, publicKey: () => Promise<Buffer>): void {
  routes.get(
    '/log/key',
    {
      schema: {
        operationId: 'getLogKey',
        summary: 'Read the key that signs the log',
        description: 'The key stays the same as long as the platform does. It tells a head of this log from any other.',
        response: { 200: LogKeyView },
      },
    },
    async () => ({ publicKey: (await publicKey()).toString('hex') }),
  );
  routes.get(
    '/log/head',
    {
      schema: {
        operationId: 'getLogHead',
        summary: 'Read the newest signed head of the log',
        description:
          'Every commitment, every result and every head of the ledger is a leaf of one append-only tree. A head is signed ' +
          'some seconds after something new was logged.',
        response: { 200: LogHeadView, ...errorAnswers(404, 503) },
      },
    },
    async () => logHeadView(await readNewestHead(reads)),
  );
  routes.get(
    '/log/heads/:size',
    {
      schema: {
        operationId: 'getLogHeadAt',
        summary: 'Read the head that was signed at a size',
        description: 'Answers the head as it was signed then.',
        params: HeadParams,
        response: { 200: LogHeadView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => logHeadView(await readHead(reads, params.size)),
  );
}

function proofRoutes(routes: Routes, reads: LogReads): void {
  routes.get(
    '/log/inclusion',
    {
      schema: {
        operationId: 'proveLogInclusion',
        summary: 'Prove that a result is in the log',
        description:
          'Answers the path from the leaf of a result to the root of a head. Compute the hash of the leaf from your ' +
          'copy of the result: a result that was altered since has another hash.',
        querystring: InclusionQuery,
        response: { 200: InclusionView, ...errorAnswers(404, 503) },
      },
    },
    async ({ query }) => inclusionView(await proveLeaf(reads, query)),
  );
  routes.get(
    '/log/first-head',
    {
      schema: {
        operationId: 'getFirstLogHead',
        summary: 'Read the oldest head that covers a leaf',
        description:
          'Answers the head with the path from the leaf to its root, as `/log/inclusion` does. For a game that the ' +
          'public beacon decides, ask for BATTLE_TERMS and BATTLE_SEATS, or for RAFFLE_TERMS and TICKET_LISTS: if ' +
          'these heads are older than the round, the terms were fixed before anybody could know the round. A leaf ' +
          'that is in no head yet has none.',
        querystring: FirstHeadQuery,
        response: { 200: FirstHeadView },
      },
    },
    async ({ query }) => {
      const found = await proveLeafFirst(reads, query);
      return found === null ? { ...query, index: null, leafHash: null, head: null, proof: null } : inclusionView(found);
    },
  );
  routes.get(
    '/log/consistency',
    {
      schema: {
        operationId: 'proveLogConsistency',
        summary: 'Prove that the log has only grown',
        description:
          'Answers the hashes that prove that the tree of an earlier head is the beginning of the tree of a later ' +
          'one.',
        querystring: ConsistencyQuery,
        response: { 200: ConsistencyView, ...errorAnswers(400, 404, 503) },
      },
    },
    async ({ query }) => {
      const { earlier, later, proof } = await proveExtension(reads, query);
      return { earlier: logHeadView(earlier), later: logHeadView(later), proof: hexes(proof) };
    },
  );
}

function leafRoutes(routes: Routes, reads: LogReads): void {
  routes.get(
    '/log/leaves',
    {
      schema: {
        operationId: 'listLogLeaves',
        summary: 'List the leaves of the log',
        description:
          'Lists names and hashes in the order of the tree, up to the newest head. A reader of all leaves can ' +
          'compute the root, and see that no row has two leaves. The texts are only shown to those who may see the ' +
          'rows.',
        querystring: LeavesQuery,
        response: { 200: LeavesView, ...errorAnswers(404, 503) },
      },
    },
    async ({ query }) => {
      const { size, leaves } = await listLeaves(reads, query.from, query.limit);
      return {
        size: Number(size),
        leaves: leaves.map(({ kind, id, hash }) => ({ kind, id: String(id), hash: hash.toString('hex') })),
      };
    },
  );
  routes.get(
    '/log/commitments',
    {
      schema: {
        operationId: 'getLogCommitment',
        summary: "Read the leaf of a coming roll's hash",
        description:
          'The answer has the text `["COMMITMENTS",<id>,<stream>,<first nonce>,<hashes>]`: 64 characters for each ' +
          'nonce from the first on.',
        querystring: NonceQuery,
        response: { 200: LeafView, ...errorAnswers(404) },
      },
    },
    async ({ query }) => readCommitmentLeaf(reads, query.stream, query.nonce),
  );
  routes.get(
    '/log/skipped',
    {
      schema: {
        operationId: 'getLogSkipped',
        summary: 'Read the leaf of a nonce that was never rolled',
        description:
          'The answer has the text `["SKIPPED",<id>,<stream>,<first nonce>,<last nonce>,<reason>]`. A nonce is ' +
          'skipped when the game that took it was cancelled. A nonce without such a leaf was rolled, or is still to ' +
          'come.',
        querystring: NonceQuery,
        response: { 200: LeafView, ...errorAnswers(404) },
      },
    },
    async ({ query }) => readSkippedLeaf(reads, query.stream, query.nonce),
  );
  routes.get(
    '/log/ledger/:id',
    {
      schema: {
        operationId: 'getLogLedgerHead',
        summary: 'Read a leaf about the ledger',
        description:
          'The answer has the text `["LEDGER",<id>,<first transfer>,<last transfer>,<digest>]`, computed from the ' +
          'transfers now: the digest changes with any of them. A secret salt is part of the digest, so that ' +
          'transfers cannot be guessed from it.',
        params: LeafParams,
        response: { 200: LeafView, ...errorAnswers(404) },
      },
    },
    ({ params }) => leafView(reads, LEDGER.kind, params.id),
  );
  routes.get(
    '/log/interruptions/:id',
    {
      schema: {
        operationId: 'getLogInterruption',
        summary: 'Read a leaf about an interruption of the log',
        description:
          'The answer has the text `["INTERRUPTIONS",<id>,<lost size>,<lost root>,<reason>]`: a head that the log ' +
          'does not extend, and why it went on.',
        params: LeafParams,
        response: { 200: LeafView, ...errorAnswers(404) },
      },
    },
    ({ params }) => leafView(reads, INTERRUPTIONS.kind, params.id),
  );
}

const leafView = async (reads: LogReads, kind: string, id: string) => ({
  kind,
  id,
  text: await readLeafText(reads, kind, id),
});

export function logAdminRoutes(routes: Routes, reads: LogReads, deps: ResumeDeps): void {
  routes.get(
    '/admin/log/ledger/:id',
    {
      schema: {
        operationId: 'getLogLedgerSalt',
        summary: 'Read a leaf about the ledger with its salt',
        description:
          'The digest of the leaf is computed from the transfers and this salt: `SHA-256(salt || lines)`, as ' +
          'docs/fairness.md says. Only administrators may see all transfers of a head, so only they see its salt, ' +
          'since the salt makes it possible to guess the transfers.',
        params: LeafParams,
        response: { 200: LedgerSaltView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const leaf = await leafView(reads, LEDGER.kind, params.id);
      const salt = await findSalt(reads.db, params.id);
      return { ...leaf, salt: salt?.toString('hex') ?? null };
    },
  );
  routes.post(
    '/admin/log/resume',
    {
      schema: {
        operationId: 'resumeLog',
        summary: 'Resume an interrupted log',
        description:
          'After a restored backup or a changed key the log signs nothing. This resumes it from the contents of the ' +
          'database: the lost head and the reason become a leaf, which everybody can read. It needs a fresh second ' +
          'factor.',
        body: ResumeBody,
        response: { 200: ResumedView, ...errorAnswers(403, 409) },
      },
    },
    async (request) => {
      const { userId: actorId, sessionId } = callerOf(request);
      const { reason } = request.body;
      const { cause, lost } = await resumeLog(deps, { reason, actorId, sessionId, ip: request.ip });
      return { cause, lostSize: Number(lost.size), lostRoot: lost.root.toString('hex') };
    },
  );
}
