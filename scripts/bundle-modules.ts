import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Modules of plain JavaScript as one script that a person can read: each in a function of its own, in the order in which
 * they need one another, and only those that are needed. It knows the few ways of importing that this project has, and
 * refuses any other.
 */
export function bundleModules(entry: string): string {
  const root = path.dirname(path.dirname(entry));
  const parts = new Map<string, string>();
  const add = (file: string) => {
    if (parts.has(file)) return;
    const { imports, exported, body } = readModule(file);
    const needed = imports.flatMap(({ names, from }) => names.map((name) => definitionOf(name, from)));
    for (const definition of needed) add(definition.file);
    const lines = needed.map(({ name, file: from }) => `const { ${name} } = ${variableOf(root, from)};`);
    const wrapped = `const ${variableOf(root, file)} = (() => {\n${[...lines, body].join('\n')}\nreturn { ${exported.join(', ')} };\n})();`;
    parts.set(file, `// ${path.relative(root, file)}\n${wrapped}`);
  };
  add(entry);
  return [...parts.values()].join('\n\n');
}

/** Behind modules that only pass on what others define. */
function definitionOf(name: string, file: string): { name: string; file: string } {
  const { passedOn } = readModule(file);
  const from = passedOn.find(({ names }) => names.includes(name))?.from;
  return from === undefined ? { name, file } : definitionOf(name, from);
}

interface Names {
  names: string[];
  from: string;
}

interface ReadModule {
  imports: Names[];
  passedOn: Names[];
  /** What it defines for others. */
  exported: string[];
  body: string;
}

const IMPORT = /^import \{([^}]*)\} from '([^']+)';\n/gm;
const PASSED_ON = /^export \{([^}]*)\} from '([^']+)';\n/gm;
const EXPORTED = /^export ((?:const|(?:async )?function\*?|class) (\w+))/gm;

function readModule(file: string): ReadModule {
  const source = readFileSync(file, 'utf8');
  const namesIn = (pattern: RegExp): Names[] =>
    [...source.matchAll(pattern)].map(([, names = '', from = '']) => {
      if (!from.startsWith('.')) throw new Error(`${file} needs ${from}, which a page does not have`);
      return { names: namesOf(names), from: path.resolve(path.dirname(file), from) };
    });
  const exported = [...source.matchAll(EXPORTED)].map(([, , name = '']) => name);
  const body = source
    .replace(IMPORT, '')
    .replace(PASSED_ON, '')
    .replace(EXPORTED, '$1')
    .replace(/^export \{\};\n/gm, '');
  const strange = /^(?:import|export)\b.*/m.exec(body);
  if (strange !== null) throw new Error(`${file} has a way of importing that is not known here: ${strange[0]}`);
  return { imports: namesIn(IMPORT), passedOn: namesIn(PASSED_ON), exported, body: body.trim() };
}

function namesOf(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

const variableOf = (root: string, file: string) =>
  path.relative(root, file).replace(/\.js$/, '').replaceAll(/\W/g, '_');
