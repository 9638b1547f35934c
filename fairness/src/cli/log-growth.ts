import { isExtended, type LogHead, readJson } from '../index.ts';
import { jsonFrom, readOrReason } from './given-json.ts';
import { type KeptHead, type KeptHeads, largestOf } from './kept-heads.ts';
import { alarm, type Finding, holds, notChecked } from './log-finding.ts';
import type { Outside } from './outside.ts';

/**
 * Checks that the newest head extends every kept head. Each is compared with the next larger one, so that a head of
 * another history contradicts its neighbour.
 */
export async function checkGrowth(
  server: string,
  kept: KeptHeads,
  newest: LogHead,
  outside: Outside,
): Promise<Finding[]> {
  const largest = largestOf(kept.heads);
  if (largest === null) return [nothingKept(kept)];
  if (newest.size < largest.size) {
    const name = `the head of ${largest.size} leaves that you kept`;
    return [alarm(`the log has fewer leaves than ${name}: it was cut, restored from a backup, or is another`)];
  }
  const alarms: Finding[] = [];
  for (const step of stepsUpTo(newest, kept.heads)) {
    const fault = await faultOf(step, server, outside);
    if (fault !== null) alarms.push(alarm(fault));
  }
  return alarms.length > 0 ? alarms : [holds(`It extends ${namesOf(kept.heads)}`)];
}

function nothingKept({ file, isThere }: KeptHeads): Finding {
  if (file === null) return notChecked('nothing to compare with: --heads names no file of heads that you have seen');
  return notChecked(
    isThere
      ? `nothing to compare with: ${file} has no head; if it had any, they were lost`
      : `nothing to compare with: there was no ${file} yet`,
  );
}

function namesOf(heads: readonly LogHead[]): string {
  const sizes = heads.map(({ size }) => size).toSorted((one, other) => one - other);
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (first === last) return `the head of ${first} leaves that you kept`;
  return `all ${new Set(sizes).size} heads that you kept, of ${first} to ${last} leaves`;
}

interface Step {
  earlier: KeptHead;
  later: LogHead;
  /** An alarm calls the later head by this name. */
  name: string;
}

/** Pairs every kept head with the next larger one, and the last with the newest. Repeated lines count once. */
function stepsUpTo(newest: LogHead, kept: readonly KeptHead[]): Step[] {
  const distinct = new Map<string, KeptHead>();
  for (const head of kept) {
    const known = distinct.get(`${head.size} ${head.root}`);
    // Of two equal heads it is enough that one was compared.
    if (known === undefined || head.isCompared) distinct.set(`${head.size} ${head.root}`, head);
  }
  const heads = [...distinct.values()].toSorted((one, other) => one.size - other.size);
  return heads.map((earlier, index) => {
    const later = heads[index + 1];
    return later === undefined
      ? { earlier, later: newest, name: 'it' }
      : { earlier, later, name: `the head of ${later.size} leaves that you kept` };
  });
}

/** Says why the later head does not extend the earlier one; null where it does. */
async function faultOf({ earlier, later, name }: Step, server: string, outside: Outside): Promise<string | null> {
  const conflict = conflictBetween(earlier, later);
  if (conflict !== null) return conflict;
  if (earlier.isCompared || earlier.size === later.size) return null;
  const path = `/api/log/consistency?from=${earlier.size}&to=${later.size}`;
  const read = readOrReason(await jsonFrom(server, path, outside, [200, 404]), proofIn);
  const growth = `from ${earlier.size} to ${later.size} leaves`;
  if ('reason' in read) return `what the server shows as the proof of its growth ${growth} is none: ${read.reason}`;
  if (read.value !== null && isExtended(earlier, later, read.value)) return null;
  return `${name} does not extend the head of ${earlier.size} leaves that you kept: what came before was altered`;
}

/** Finds contradictions between two heads without asking the server; the later one is never smaller. */
function conflictBetween(earlier: LogHead, later: LogHead): string | null {
  if (later.size === earlier.size) {
    if (later.root === earlier.root) return null;
    return `two heads of ${earlier.size} leaves differ, ${earlier.root} and ${later.root}: there are two histories`;
  }
  if (Date.parse(later.at) >= Date.parse(earlier.at)) return null;
  return `the head of ${later.size} leaves says ${later.at}, before the ${earlier.at} of the one of ${earlier.size} leaves`;
}

/** Returns null where the server knows no head of that size. */
function proofIn(answer: unknown): string[] | null {
  const fields = readJson(answer);
  return fields.isNull('proof') ? null : fields.texts('proof');
}
