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
  if (!URL.canParse(server)) throw new UsageError(`--server must be an address such as https://example.com`);
  const address = `${server.replace(/\/+$/, '')}${path}`;
  const { status, text } = await told(address, outside.fetch(address));
  if (!statuses.includes(status)) throw new UsageError(`${address} answered ${status}`);
  return parsed(address, text);
}

/** What `read` makes of JSON; what it cannot read is told with where it was found. */
export function readFrom<Value>(source: string, json: unknown, read: (json: unknown) => Value): Value {
  try {
    return read(json);
  } catch (error) {
    if (error instanceof UnreadableJson) throw new UsageError(`${source}: ${error.message}`);
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
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
