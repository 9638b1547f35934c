import { growingTree, type Leaf, type LogHead, leafHash, readJson, UnreadableJson } from '../index.ts';
import { jsonFrom, readOrReason } from './given-json.ts';
import { alarm, type Finding, holds, notChecked } from './log-finding.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

const LEAVES_AT_ONCE = 5_000;
/** Of a server that lies everywhere a few lies are enough. */
const MOST_TOLD = 20;

interface NamedLeaf {
  kind: string;
  id: bigint;
  hash: string;
}

/**
 * Reads the whole log: its leaves come to the head, no name stands for two, and what interrupted it is said. The names are what
 * the server says; of results that are given, whose leaves are known, they must be right.
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

/** What the server fails to answer is not checked, and takes nothing away from what was found before. */
export async function orNotChecked(what: string, checking: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await checking();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [notChecked(`${what}: ${error.message}`)];
  }
}

const nameOf = ({ kind, id }: { kind: string; id: bigint | string }) => `${kind} ${id}`;

/** Looks at the names of all leaves, one after another. */
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
 * Remembers names by a bit each, of the ids of a kind in parts: a set of a log's millions of names would be too large. A part
 * is one small number, so that a server whose ids are far apart makes us keep no more than such a set would.
 */
function nameMarks() {
  const parts = new Map<string, number>();
  return {
    /** Whether it was there before; it is from now on. */
    isMarked: ({ kind, id }: NamedLeaf): boolean => {
      const key = `${kind} ${id / IDS_IN_A_PART}`;
      const before = parts.get(key) ?? 0;
      const bit = 1 << Number(id % IDS_IN_A_PART);
      parts.set(key, before | bit);
      return (before & bit) !== 0;
    },
  };
}

/** Some leaves from a place on, up to the size of the head. */
export async function leavesFrom(server: string, from: number, size: number, outside: Outside) {
  const limit = Math.min(LEAVES_AT_ONCE, size - from);
  const answer = await jsonFrom(server, `/api/log/leaves?from=${from}&limit=${limit}`, outside);
  return readOrReason(answer, (json): NamedLeaf[] => {
    const leaves = readJson(json).list('leaves');
    // There are that many: one that gives fewer would be asked without end.
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

/** Why the log once did not go on from what was signed. */
async function readInterruption(server: string, { id, hash }: NamedLeaf, outside: Outside): Promise<Finding> {
  const answer = await jsonFrom(server, `/api/log/interruptions/${id}`, outside, [200, 404]);
  const read = readOrReason(answer, (json) => readJson(json).text('text'));
  return 'value' in read && leafHash(read.value) === hash
    ? holds(`It was interrupted and let go on by the platform: ${printed(read.value)}`)
    : alarm(`INTERRUPTIONS ${id} is not what was logged`);
}

/** What moves the cursor of a terminal could hide what stands above it. */
const printed = (text: string) => text.replace(/\p{C}/gu, ' ');
