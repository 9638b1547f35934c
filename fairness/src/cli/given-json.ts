import { UnreadableJson } from '../index.ts';
import type { Outside } from './outside.ts';
import { UsageError } from './usage-error.ts';

/** What an option gives: JSON itself, or the name of a file of it. */
export async function jsonGivenAs(name: string, value: string, outside: Outside): Promise<unknown> {
  if (/^\s*[{[]/.test(value)) return parsed(`--${name}`, value);
  return parsed(value === '-' ? 'standard input' : value, await told(value, outside.readFile(value)));
}

/** A list of tickets: the lines themselves, or the name of a file of them. */
export const ticketsGivenAs = (value: string, outside: Outside): Promise<string> =>
  /^(\d+:.*)?$/.test(value.split('\n', 1)[0] ?? '') ? Promise.resolve(value) : told(value, outside.readFile(value));

/** What the server tells everybody. */
export async function jsonFrom(
  server: string,
  path: string,
  outside: Outside,
  statuses: readonly number[] = [200],
): Promise<unknown> {
  return (await answerFrom(server, path, outside, statuses)).json;
}

/** The same with its status, where that says more. */
export async function answerFrom(
  server: string,
  path: string,
  outside: Outside,
  statuses: readonly number[],
): Promise<{ status: number; json: unknown }> {
  const { address, status, text } = await asked(server, path, outside, statuses);
  return { status, json: parsed(address, text) };
}

/** What the server hands out as it is. */
export const textFrom = async (server: string, path: string, outside: Outside): Promise<string> =>
  (await asked(server, path, outside, [200])).text;

async function asked(server: string, path: string, outside: Outside, statuses: readonly number[]) {
  if (!URL.canParse(server)) throw new UsageError(`--server must be an address such as https://example.com`);
  const address = `${server.replace(/\/+$/, '')}${path}`;
  const { status, text } = await told(address, outside.fetch(address));
  if (!statuses.includes(status)) throw new UsageError(`${address} answered ${status}`);
  return { address, status, text };
}

/** The text of a file; null where there is none. */
export const fileIfAny = (path: string, outside: Outside): Promise<string | null> =>
  told(path, outside.readFileIfAny(path));

/** What `read` makes of JSON; what it cannot read is told with where it was found. */
export function readFrom<Value>(source: string, json: unknown, read: (json: unknown) => Value): Value {
  const result = readOrReason(json, read);
  if ('reason' in result) throw new UsageError(`${source}: ${result.reason}`);
  return result.value;
}

/** What `read` makes of JSON, or why it cannot be read: an answer that is none may be a finding rather than a wrong call. */
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

/** The plays of an answer, of a page of a history, or the one that was given by itself. */
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

/** What cannot be read or reached is told in one line. */
async function told<Value>(source: string, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw new UsageError(`${source} cannot be read: ${reasonOf(error)}`);
  }
}

/** The cause says more where there is one: fetch alone says that it failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
