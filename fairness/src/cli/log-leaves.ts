import { growingTree, type Leaf, type LogHead, leafHash, readJson, UnreadableJson } from '../index.ts';
import { jsonFrom, readOrReason } from './given-json.ts';
import { alarm, type Finding, holds, notChecked } from './log-finding.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

const LEAVES_AT_ONCE = 5_000;
/** A few lies are enough to show that a server lies. */
const MOST_TOLD = 20;

interface NamedLeaf {
  kind: string;
  id: bigint;
  hash: string;
}

/**
 * Reads the whole log: its leaves must hash to the head, no name may stand for two leaves, and interruptions are told.
 * The server supplies the names; those of given results, whose leaves are known, must be right.
 */
export async function checkAllLeaves(
  server: string,
  head: LogHead,
  given: readonly Leaf[],
  outside: Outside,
): Promise<Finding[]> {
  const [tree, reader] = [growingTree(), nameReader(given)];
  for (let read = 0; read < head.size; read = tree.tree().size) {
    const leaves = await leavesFrom(server, read, head.size, outside);
    if ('reason' in leaves) return [alarm(`what the server shows as its leaves are none: ${leaves.reason}`)];
    for (const leaf of leaves.value) {
      tree.add(leaf.hash);
      reader.read(leaf);
    }
  }
  const findings = [
    tree.tree().root === head.root
      ? holds(`All ${head.size} leaves were read, and come to the head`)
      : alarm('the leaves that the server shows do not come to the head that it has signed'),
    ...reader.alarms,
  ];
  for (const leaf of reader.interruptions) {
    findings.push(await readInterruption(server, leaf, outside));
  }
  return findings;
}

/** A part that the server does not answer is not checked; earlier findings stay. */
export async function orNotChecked(what: string, checking: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await checking();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [notChecked(`${what}: ${error.message}`)];
  }
}

const nameOf = ({ kind, id }: { kind: string; id: bigint | string }) => `${kind} ${id}`;

function nameReader(given: readonly Leaf[]) {
  const rightNames = new Map(given.map((leaf) => [leafHash(leaf.text), nameOf(leaf)]));
  const names = nameMarks();
  const alarms: Finding[] = [];
  const interruptions: NamedLeaf[] = [];
  const tell = (lie: string) => {
    if (alarms.length < MOST_TOLD) alarms.push(alarm(lie));
  };
  const read = (leaf: NamedLeaf) => {
    const name = nameOf(leaf);
    const rightName = rightNames.get(leaf.hash) ?? name;
    if (names.isMarked(leaf)) tell(`${name} has two leaves: one may be shown to some, and one to others`);
    if (name !== rightName) tell(`the leaf of ${rightName} is listed as that of ${name}`);
    if (leaf.kind === 'INTERRUPTIONS' && interruptions.length < MOST_TOLD) interruptions.push(leaf);
  };
  return { read, alarms, interruptions };
}

const IDS_IN_A_PART = 30n;

/**
 * Remembers each name by one bit, because a set of millions of names would be too large. A part holds a small range of
 * the ids of one kind, so that a server whose ids are far apart cannot make this larger than such a set.
 */
function nameMarks() {
  const parts = new Map<string, number>();
  return {
    /** Adds the name and says whether it was there before. */
    isMarked: ({ kind, id }: NamedLeaf): boolean => {
      const key = `${kind} ${id / IDS_IN_A_PART}`;
      const before = parts.get(key) ?? 0;
      const bit = 1 << Number(id % IDS_IN_A_PART);
      parts.set(key, before | bit);
      return (before & bit) !== 0;
    },
  };
}

export async function leavesFrom(server: string, from: number, size: number, outside: Outside) {
  const limit = Math.min(LEAVES_AT_ONCE, size - from);
  const answer = await jsonFrom(server, `/api/log/leaves?from=${from}&limit=${limit}`, outside);
  return readOrReason(answer, (json): NamedLeaf[] => {
    const leaves = readJson(json).list('leaves');
    // A server that gives fewer leaves than it has would be asked without end.
    if (leaves.length !== limit) {
      throw new UnreadableJson(`${leaves.length} from ${from} on, where ${limit} were asked for`);
    }
    return leaves.map((leaf) => {
      const [kind, id, hash] = [leaf.text('kind'), leaf.text('id'), leaf.text('hash')];
      const isLeaf = /^[A-Z][A-Z_]{0,31}$/.test(kind) && /^[1-9][0-9]{0,18}$/.test(id) && /^[0-9a-f]{64}$/.test(hash);
      if (!isLeaf) throw new UnreadableJson('one has no kind, no id or no hash');
      return { kind, id: BigInt(id), hash };
    });
  });
}

/** Says why the log once did not extend a signed head. */
async function readInterruption(server: string, { id, hash }: NamedLeaf, outside: Outside): Promise<Finding> {
  const answer = await jsonFrom(server, `/api/log/interruptions/${id}`, outside, [200, 404]);
  const read = readOrReason(answer, (json) => readJson(json).text('text'));
  return 'value' in read && leafHash(read.value) === hash
    ? holds(`It was interrupted and let go on by the platform: ${printed(read.value)}`)
    : alarm(`INTERRUPTIONS ${id} is not what was logged`);
}

/** Control characters could hide the lines above from the terminal. */
const printed = (text: string) => text.replace(/\p{C}/gu, ' ');
