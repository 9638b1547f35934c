import { UnreadableJson } from '../index.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

/** Reads an option that is either JSON or the name of a file of JSON. */
export async function jsonGivenAs(name: string, value: string, outside: Outside): Promise<unknown> {
  if (/^\s*[{[]/.test(value)) return parsed(`--${name}`, value);
  return parsed(value === '-' ? 'standard input' : value, await told(value, outside.readFile(value)));
}

/** Reads a list of tickets from its lines or from the named file. */
export const ticketsGivenAs = (value: string, outside: Outside): Promise<string> =>
  /^(\d+:.*)?$/.test(value.split('\n', 1)[0] ?? '') ? Promise.resolve(value) : told(value, outside.readFile(value));

export async function jsonFrom(
  server: string,
  path: string,
  outside: Outside,
  statuses: readonly number[] = [200],
): Promise<unknown> {
  return (await answerFrom(server, path, outside, statuses)).json;
}

/** Returns the status as well, for callers that need it. */
export async function answerFrom(
  server: string,
  path: string,
  outside: Outside,
  statuses: readonly number[],
): Promise<{ status: number; json: unknown }> {
  const { address, status, text } = await asked(server, path, outside, statuses);
  return { status, json: parsed(address, text) };
}

/** Reads a file that the server hands out. */
export const textFrom = async (server: string, path: string, outside: Outside): Promise<string> =>
  (await asked(server, path, outside, [200])).text;

async function asked(server: string, path: string, outside: Outside, statuses: readonly number[]) {
  if (!URL.canParse(server)) throw new UsageError(`--server must be an address such as https://example.com`);
  const address = `${server.replace(/\/+$/, '')}${path}`;
  const { status, text } = await told(address, outside.fetch(address));
  if (!statuses.includes(status)) throw new UsageError(`${address} answered ${status}`);
  return { address, status, text };
}

/** Returns null where there is no file. */
export const fileIfAny = (path: string, outside: Outside): Promise<string | null> =>
  told(path, outside.readFileIfAny(path));

/** Applies `read` to JSON; an error names the place that it could not read. */
export function readFrom<Value>(source: string, json: unknown, read: (json: unknown) => Value): Value {
  const result = readOrReason(json, read);
  if ('reason' in result) throw new UsageError(`${source}: ${result.reason}`);
  return result.value;
}

/** Returns the reason instead of throwing, because an unreadable answer may be a finding rather than a wrong call. */
export function readOrReason<Value>(
  json: unknown,
  read: (json: unknown) => Value,
): { value: Value } | { reason: string } {
  try {
    return { value: read(json) };
  } catch (error) {
    if (error instanceof UnreadableJson) return { reason: error.message };
    throw error;
  }
}

/** Finds the plays of an answer or of a page of a history; a single play stands for itself. */
export function playsIn(json: unknown, listName: string): unknown[] {
  if (Array.isArray(json)) return json;
  for (const name of [listName, 'data']) {
    const list = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
    if (Array.isArray(list)) return list;
  }
  return [json];
}

function parsed(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${source} is not JSON`);
  }
}

/** Failures to read or to reach are told in one line. */
async function told<Value>(source: string, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw new UsageError(`${source} cannot be read: ${reasonOf(error)}`);
  }
}

/** The cause says more, because fetch itself only says that it failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
