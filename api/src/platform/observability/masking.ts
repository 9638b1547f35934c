const MASKED = '[masked]';
const UNREADABLE = '[unreadable]';

// No value may stall or fill the process.
const MAX_DEPTH = 8;
const MAX_ENTRIES = 100;
const MAX_NODES = 2_000;
const MAX_TEXT_LENGTH = 16_384;
const MAX_CACHED_KEYS = 2_000;
const MAX_CACHED_KEY_LENGTH = 64;

/**
 * Compared in lower case without `_` and `-`, also as endings of longer names (`accessToken`). `serverSeedHash` is
 * public.
 */
const SECRET_ENDINGS = [
  'password',
  'passwords',
  'passwd',
  'passphrase',
  'secret',
  'secrets',
  'secretskey',
  'secretskeys',
  'secretskeysformer',
  'secretkey',
  'privatekey',
  'encryptionkey',
  'token',
  'tokens',
  'authorization',
  'cookie',
  'cookies',
  'sessionid',
  'sessionids',
  'apikey',
  'apikeys',
  'serverseed',
  'serverseeds',
  'totp',
  'totpcode',
  'otp',
  'otpcode',
  'recoverycode',
  'recoverycodes',
  'credentials',
  // These are personal data.
  'pixkey',
];
/**
 * They are too short to compare with endings. PostgreSQL puts whole rows into `detail` and `where`, perhaps with an
 * unrevealed seed.
 */
const SECRET_NAMES = new Set(['api', 'pass', 'pwd', 'bearer', 'sid', 'detail', 'where']);

// Longer spellings go first.
const NAME =
  'pass(?:word|wd|phrase)|secrets?(?:[_-]?keys?(?:[_-]?former)?)?|(?:private|encryption)[_-]?key|tokens?|authorization|(?:set-)?cookie' +
  '|session[_-]?id|api[_-]?key|server[_-]?seeds?|totp(?:[_-]?code)?|otp(?:[_-]?code)?|recovery[_-]?codes?|pix[_-]?key';
const NOT_MASKED_YET = '(?!\\[masked\\])';

/**
 * Nearly all texts end at this cheap look. Every pattern is anchored and bounded, so that no text takes more than
 * linear time.
 */
const SUSPICIOUS = new RegExp(
  `${NAME}|credential|bearer|["'?&]api\\b|api%3D|\\b(?:pwd|pass|sid)["'=%]|://[^\\s/]{0,512}@`,
  'i',
);

const PATTERNS: readonly [RegExp, string][] = [
  // The password in postgres://user:password@host may itself hold @ or /.
  [
    new RegExp(`\\b((?:postgres(?:ql)?|rediss?)://[^\\s:/@]{0,256}:)${NOT_MASKED_YET}\\S{1,512}@`, 'gi'),
    `$1${MASKED}@`,
  ],
  [
    new RegExp(`\\b((?:https?|wss?|amqps?)://[^\\s:/@]{0,256}:)${NOT_MASKED_YET}[^\\s/@]{1,512}@`, 'gi'),
    `$1${MASKED}@`,
  ],
  [
    new RegExp(`\\b((?:authorization|(?:set-)?cookie):\\s{0,4})${NOT_MASKED_YET}[^\\s"'][^\\r\\n"']*`, 'gi'),
    `$1${MASKED}`,
  ],
  [new RegExp(`\\b(bearer\\s{1,4})${NOT_MASKED_YET}[\\w~+/.=-]+`, 'gi'), `$1${MASKED}`],
  // For example token=…, also percent-encoded inside another address.
  [
    new RegExp(
      `((?:[?&]api|%3Fapi|%26api|\\b(?:pwd|pass|sid)|${NAME})(?:=|%3D))${NOT_MASKED_YET}` +
        `(?:"[^"]*"|'[^']*'|["']?(?:(?!%26)[^\\s&;,"'<>\\\\])+)`,
      'gi',
    ),
    `$1${MASKED}`,
  ],
  // JSON inside a text, once or twice escaped.
  [
    new RegExp(
      `((?:["']api|${NAME})\\\\{0,3}["']\\s{0,4}:\\s{0,4}\\\\{0,3}(["']))${NOT_MASKED_YET}(?:\\\\[^]|(?!\\2)[^\\\\])+`,
      'gi',
    ),
    `$1${MASKED}`,
  ],
  [new RegExp(`((?:["']api|${NAME})\\\\{0,3}["']\\s{0,4}:\\s{0,4})[\\d.-]+`, 'gi'), `$1${MASKED}`],
];

export function needsMasking(line: string): boolean {
  return line.length > MAX_TEXT_LENGTH || SUSPICIOUS.test(line);
}

export function maskText(text: string): string {
  let masked = text;
  if (SUSPICIOUS.test(text)) {
    for (const [pattern, replacement] of PATTERNS) masked = masked.replace(pattern, replacement);
  }
  // The part that is cut off may show that a text is secret, so masking comes first.
  return masked.length > MAX_TEXT_LENGTH ? `${masked.slice(0, MAX_TEXT_LENGTH)}… [cut]` : masked;
}

/** Never throws and never changes the value. */
export function maskValue(value: unknown): unknown {
  return copy(value, { ancestors: [], nodesLeft: MAX_NODES, textOf: maskText });
}

/** The line is masked as a whole afterwards, which costs a third of masking each text. */
export function maskKeys(value: unknown): unknown {
  return copy(value, { ancestors: [], nodesLeft: MAX_NODES, textOf: (text) => text });
}

interface Walk {
  textOf: (text: string) => string;
  ancestors: object[];
  nodesLeft: number;
}

function copy(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case 'string':
      return walk.textOf(value);
    case 'bigint':
      return value.toString();
    case 'symbol':
      return walk.textOf(value.toString());
    case 'function':
      return undefined;
    case 'object':
      return value === null ? null : copyWithinLimits(value, walk);
    default:
      return value;
  }
}

function copyWithinLimits(value: object, walk: Walk): unknown {
  if (walk.ancestors.includes(value)) return '[circular]';
  if (walk.ancestors.length >= MAX_DEPTH) return '[too deep]';
  if (walk.nodesLeft <= 0) return '[too much]';
  walk.nodesLeft -= 1;
  walk.ancestors.push(value);
  try {
    return copyObject(value, walk);
  } catch {
    // A proxy or a toJSON may throw.
    return UNREADABLE;
  } finally {
    walk.ancestors.pop();
  }
}

function copyObject(value: object, walk: Walk): unknown {
  if (Array.isArray(value)) return copyList(value, value.length, walk);
  if (value instanceof Error) return copyError(value, walk);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof Map) return copyEntries(value, walk);
  if (value instanceof Set) return copyList(value, value.size, walk);
  // Raw bytes are keys, seeds and bodies.
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON(), walk);
  return copyProperties(value, walk);
}

function copyList(items: Iterable<unknown>, size: number, walk: Walk): unknown[] {
  const copies: unknown[] = [];
  for (const item of items) {
    if (copies.length >= MAX_ENTRIES) {
      copies.push(`… ${size - MAX_ENTRIES} more`);
      break;
    }
    copies.push(copy(item, walk));
  }
  return copies;
}

function copyEntries(entries: Map<unknown, unknown>, walk: Walk): Record<string, unknown> {
  const copies: Record<string, unknown> = {};
  let count = 0;
  for (const [name, value] of entries) {
    if (!addEntry(copies, count++, typeof name === 'string' ? name : describeMapKey(name), value, walk)) break;
  }
  return copies;
}

function copyProperties(owner: object, walk: Walk, copies: Record<string, unknown> = {}): Record<string, unknown> {
  let count = 0;
  for (const name of Object.keys(owner)) {
    let value: unknown = UNREADABLE;
    try {
      value = owner[name as keyof typeof owner];
    } catch {
      // One getter that throws must not hide other properties.
    }
    if (!addEntry(copies, count++, name, value, walk)) break;
  }
  return copies;
}

function addEntry(copies: Record<string, unknown>, count: number, name: string, value: unknown, walk: Walk): boolean {
  if (count >= MAX_ENTRIES) {
    copies['…'] = 'more';
    return false;
  }
  const key = describeKey(name);
  copies[key.shown] = key.isSecret && holdsContent(value) ? MASKED : copy(value, walk);
  return true;
}

/** The standard fields are not enumerable. */
function copyError(error: Error, walk: Walk): unknown {
  const copies: Record<string, unknown> = {
    type: error.name,
    message: walk.textOf(String(error.message)),
    stack: walk.textOf(String(error.stack)),
  };
  if (error.cause !== undefined) copies.cause = copy(error.cause, walk);
  if (error instanceof AggregateError) copies.errors = copy(error.errors, walk);
  return copyProperties(error, walk, copies);
}

/** Null and booleans cannot be secrets, and a missing token is worth reading. */
function holdsContent(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'boolean';
}

interface DescribedKey {
  isSecret: boolean;
  shown: string;
}

// The bound keeps names made by callers from filling memory.
const describedKeys = new Map<string, DescribedKey>();

function describeKey(key: string): DescribedKey {
  const known = describedKeys.get(key);
  if (known) return known;
  const bare = key.toLowerCase().replace(/[_-]/g, '');
  const described = {
    isSecret: SECRET_NAMES.has(bare) || SECRET_ENDINGS.some((ending) => bare.endsWith(ending)),
    // As a key, `__proto__` would change the prototype.
    shown: key === '__proto__' ? '[__proto__]' : maskText(key),
  };
  if (describedKeys.size < MAX_CACHED_KEYS && key.length <= MAX_CACHED_KEY_LENGTH) describedKeys.set(key, described);
  return described;
}

function describeMapKey(key: unknown): string {
  return typeof key === 'object' && key !== null ? '[object]' : String(key);
}
