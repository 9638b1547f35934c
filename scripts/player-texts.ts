import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from '@swc/core';

/** A quoted text of the code names its values: `Seu saque de <amountCents> foi concluído.` */
export interface FoundText {
  text: string;
  /** Within api/src. */
  file: string;
  /** The text is given to this property or argument, where it has a name. Everything within `en` is English. */
  key: string | null;
  /** An object with a title, a message and their English words has the text. */
  isNotification: boolean;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

export const ENGLISH_KEY = 'en';

const SOURCES = path.resolve(import.meta.dirname, '../api/src');
/** Nobody but a developer or an administrator reads what these say. */
const NOT_FOR_PLAYERS = new RegExp(
  [
    /(?:\.test|test-support|\.alerts|schemas|\.events|\.admin-routes|\.invariants|\.sql|openapi|client-messages)\.ts$/,
    /^(?:demo|verify|backfill|workers)\/|^platform\/(?:database|hot-store|observability|roll-ups|realtime\/reference)\//,
    /^modules\/(?:admin|people\/audit)\/|item-syncs\.routes\.ts$|tracking\/feed\.ts$|(?:reference|verify)[\w-]*\.(?:routes\.)?ts$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Alerts, examples and descriptions stand beside notifications in these files. */
const isMixed = (file: string) => /\.(?:records|messages)\.ts$/.test(file);

/** Every text in quotes of the files that may tell something to a player; errors are not among them, they are defined. */
export async function textsInCode(): Promise<FoundText[]> {
  const files: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: SOURCES })) if (!NOT_FOR_PLAYERS.test(file)) files.push(file);
  const found = await Promise.all(
    files.sort().map(async (file) => textsOf(file, await readFile(path.join(SOURCES, file), 'utf8'))),
  );
  return found.flat();
}

export async function textsOf(file: string, source: string): Promise<FoundText[]> {
  const found: FoundText[] = [];
  const add = (text: string, key: string | null, isNotification: boolean) => {
    // A sentence, or the fault of a field.
    const isSentence = /\.$|^(?:deve|precisa) /.test(text) && isPortuguese(text);
    if (isNotification || isSentence || !isMixed(file)) found.push({ text, file, key, isNotification });
  };
  const walk = (node: unknown, key: string | null, isInside: boolean): void => {
    if (Array.isArray(node)) for (const each of node) walk(each, key, isInside);
    if (!isNode(node) || isLeftOut(node)) return;
    // `languageFaults` reads the definitions of errors; faults of fields that come with them are found here.
    if (isDefinition(node)) {
      walk((node.arguments as unknown[]).slice(4), key, isInside);
      return;
    }
    const isNotification = isInside || isNotificationObject(node);
    if (node.type === 'StringLiteral') add(String(node.value), key, isNotification);
    if (node.type === 'TemplateLiteral') add(templateText(node), key, isNotification);
    for (const [name, child] of Object.entries(node))
      if (name !== 'key') walk(child, key === ENGLISH_KEY ? key : (keyOf(node) ?? key), isNotification);
  };
  walk((await parse(source, { syntax: 'typescript' })).body, null, false);
  return found;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

const DEFINERS = new Set(['defineError', 'defineAdminError']);
const isDefinition = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && isNode(callee) && DEFINERS.has(String(callee.value));

const isNotificationObject = (node: Node): boolean => {
  if (node.type !== 'ObjectExpression') return false;
  const keys = new Set((node.properties as unknown[]).map((each) => (isNode(each) ? keyOf(each) : null)));
  return ['title', 'message', ENGLISH_KEY].every((name) => keys.has(name));
};

const isLeftOut = ({ type, key }: Node): boolean =>
  (isNode(key) && key.value === 'examples') ||
  type === 'ImportDeclaration' ||
  type === 'TsTypeAliasDeclaration' ||
  type === 'TsInterfaceDeclaration';

function keyOf({ type, key, id }: Node): string | null {
  if (type === 'KeyValueProperty' && isNode(key)) return String(key.value);
  return type === 'VariableDeclarator' && isNode(id) && id.type === 'Identifier' ? String(id.value) : null;
}

function templateText({ quasis, expressions }: Node): string {
  const names = (expressions as Node[]).map((expression) => `<${nameOf(expression)}>`);
  const parts = quasis as { cooked?: string; raw: string }[];
  return parts.map(({ cooked, raw }, index) => `${cooked ?? raw}${names[index] ?? ''}`).join('');
}

/** `formatBrl(payout.amountCents)` is called amountCents; a value without a name is left open. */
function nameOf({ type, value, property, arguments: given, expression, base }: Node): string {
  if (type === 'Identifier') return String(value);
  if (type === 'MemberExpression' && isNode(property) && property.type === 'Identifier') return String(property.value);
  const inner = expression ?? base ?? (Array.isArray(given) && given.length === 1 ? given[0].expression : undefined);
  return isNode(inner) ? nameOf(inner) : '…';
}

const ENGLISH =
  /\b(?:the|is|are|was|were|not|of|and|this|that|with|cannot|must|you|your|found|only|already|has|have|it|its|from|for|which|been|will|by|too|there|be|to)\b/i;
const PORTUGUESE =
  /[ãõçáéíóúâêôà]|\b(?:de|da|dos|seu|sua|foi|para|um|uma|que|em|caixa|batalha|evento|sorteio|saque|troca|conta|sala|rota|tente|o|os|e|do|ao|sem|nova|entregue|vezes|bilhetes?|upgrade)\b|(?:ad|id)[oa]s?\b/i;
/** In no language. */
const PROPER_NAMES = /São Paulo/g;

export function isPortuguese(text: string): boolean {
  const words = text.replaceAll(PROPER_NAMES, '');
  return PORTUGUESE.test(words) && !ENGLISH.test(words);
}
export const isEnglish = (text: string): boolean => ENGLISH.test(text);
