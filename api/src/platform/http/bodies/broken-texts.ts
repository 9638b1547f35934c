import type { TSchema } from 'typebox';

interface BrokenText {
  keyword: 'text';
  instancePath: string;
  schemaPath: string;
  params: Record<string, never>;
  message: string;
}

interface Shape {
  type?: unknown;
  properties?: Readonly<Record<string, Shape>>;
  items?: Shape;
  anyOf?: readonly Shape[];
}

type Find = (value: unknown, path: string, faults: BrokenText[]) => void;

/**
 * Returns a function that finds texts which PostgreSQL cannot store (a NUL character, half a surrogate pair) in the
 * fields that a schema knows. Returns undefined if there can be no text.
 */
export function brokenTextFinder(schema: TSchema): ((input: unknown) => BrokenText[]) | undefined {
  const find = finderOf(schema as Shape);
  if (find === undefined) return undefined;
  return (input) => {
    const faults: BrokenText[] = [];
    find(input, '', faults);
    return faults;
  };
}

const WITHOUT_TEXT: ReadonlySet<unknown> = new Set(['integer', 'number', 'boolean', 'null']);

function finderOf({ type, properties, items, anyOf }: Shape): Find | undefined {
  if (anyOf !== undefined) return allOf(anyOf.flatMap((shape) => finderOf(shape) ?? []));
  if (properties !== undefined) return inFields(properties);
  if (items !== undefined) return inEntries(items);
  return WITHOUT_TEXT.has(type) ? undefined : findAnywhere;
}

function allOf(finders: readonly Find[]): Find | undefined {
  if (finders.length <= 1) return finders[0];
  return (value, path, faults) => {
    for (const find of finders) find(value, path, faults);
  };
}

function inFields(properties: Readonly<Record<string, Shape>>): Find | undefined {
  const fields = Object.entries(properties).flatMap(([name, shape]) => {
    const find = finderOf(shape);
    return find === undefined ? [] : [{ name, step: stepOf(name), find }];
  });
  if (fields.length === 0) return undefined;
  return (value, path, faults) => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name, step, find } of fields) find((value as Record<string, unknown>)[name], path + step, faults);
  };
}

function inEntries(items: Shape): Find | undefined {
  const find = finderOf(items);
  if (find === undefined) return undefined;
  return (value, path, faults) => {
    if (!Array.isArray(value)) return;
    for (const [index, entry] of value.entries()) find(entry, `${path}/${index}`, faults);
  };
}

/** Walks any JSON, names included. It does not call itself, because deep JSON would exhaust the stack. */
function findAnywhere(value: unknown, path: string, faults: BrokenText[]): void {
  const found = [{ value, path }];
  for (const each of found) {
    if (typeof each.value === 'string') {
      if (isBroken(each.value)) faults.push(brokenText(each.path));
    } else if (typeof each.value === 'object' && each.value !== null) {
      for (const [name, entry] of Object.entries(each.value)) {
        if (isBroken(name)) faults.push(brokenText(each.path));
        else found.push({ value: entry, path: each.path + stepOf(name) });
      }
    }
  }
}

const isBroken = (text: string) => text.includes('\u0000') || !text.isWellFormed();

const stepOf = (name: string) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const brokenText = (instancePath: string): BrokenText => ({
  keyword: 'text',
  instancePath,
  schemaPath: '#',
  params: {},
  message: 'contains a character that cannot be stored',
});
