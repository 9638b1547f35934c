const MASKED = '[masked]';
const UNREADABLE = '[unreadable]';

// A limit on everything: a log line must not be able to stall or fill the process, whatever was handed to it.
const MAX_DEPTH = 8;
const MAX_ENTRIES = 100;
const MAX_NODES = 2_000;
const MAX_TEXT_LENGTH = 16_384;
const MAX_CACHED_KEYS = 2_000;
const MAX_CACHED_KEY_LENGTH = 64;

/**
 * Names of what must never be logged, compared in lower case without `_` and `-`. Longer names that end with one of
 * these are secret too (`accessToken`, `pixWebhookSecret`); `serverSeedHash` is the public commitment and is not.
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
  // These are personal rather than secret: a document, an address or a phone number.
  'pixkey',
];
/**
 * These are too short to be looked for at the end of a longer name. PostgreSQL puts whole rows into `detail` and
 * `where`, which may hold a server seed that is not yet revealed.
 */
const SECRET_NAMES = new Set(['api', 'pass', 'pwd', 'bearer', 'sid', 'detail', 'where']);

// The same names as they are spelled inside a text, before `=` or a closing quote. The longer spelling goes first.
const NAME =
  'pass(?:word|wd|phrase)|secrets?(?:[_-]?keys?(?:[_-]?former)?)?|(?:private|encryption)[_-]?key|tokens?|authorization|(?:set-)?cookie' +
  '|session[_-]?id|api[_-]?key|server[_-]?seeds?|totp(?:[_-]?code)?|otp(?:[_-]?code)?|recovery[_-]?codes?|pix[_-]?key';
const NOT_MASKED_YET = '(?!\\[masked\\])';

/**
 * One cheap look before the exact patterns: nearly all texts end here. All patterns are anchored on a fixed word and
 * bounded, so that no text, however hostile, takes more than linear time.
 */
const SUSPICIOUS = new RegExp(
  `${NAME}|credential|bearer|["'?&]api\\b|api%3D|\\b(?:pwd|pass|sid)["'=%]|://[^\\s/]{0,512}@`,
  'i',
);

const PATTERNS: readonly [RegExp, string][] = [
  // The password in postgres://user:password@host or redis://:password@host may itself hold @ or /.
  [
    new RegExp(`\\b((?:postgres(?:ql)?|rediss?)://[^\\s:/@]{0,256}:)${NOT_MASKED_YET}\\S{1,512}@`, 'gi'),
    `$1${MASKED}@`,
  ],
  [
    new RegExp(`\\b((?:https?|wss?|amqps?)://[^\\s:/@]{0,256}:)${NOT_MASKED_YET}[^\\s/@]{1,512}@`, 'gi'),
    `$1${MASKED}@`,
  ],
  // A header line is masked up to the end of the line or of the quoted text.
  [
    new RegExp(`\\b((?:authorization|(?:set-)?cookie):\\s{0,4})${NOT_MASKED_YET}[^\\s"'][^\\r\\n"']*`, 'gi'),
    `$1${MASKED}`,
  ],
  [new RegExp(`\\b(bearer\\s{1,4})${NOT_MASKED_YET}[\\w~+/.=-]+`, 'gi'), `$1${MASKED}`],
  // This finds ?api=…, token=…, sessionId=…, also percent-encoded inside another address.
  [
    new RegExp(
      `((?:[?&]api|%3Fapi|%26api|\\b(?:pwd|pass|sid)|${NAME})(?:=|%3D))${NOT_MASKED_YET}` +
        `(?:"[^"]*"|'[^']*'|["']?(?:(?!%26)[^\\s&;,"'<>\\\\])+)`,
      'gi',
    ),
    `$1${MASKED}`,
  ],
  // This finds JSON inside a text, once or twice escaped: "password":"…", \"otp\":123456
  [
    new RegExp(
      `((?:["']api|${NAME})\\\\{0,3}["']\\s{0,4}:\\s{0,4}\\\\{0,3}(["']))${NOT_MASKED_YET}(?:\\\\[^]|(?!\\2)[^\\\\])+`,
      'gi',
    ),
    `$1${MASKED}`,
  ],
  [new RegExp(`((?:["']api|${NAME})\\\\{0,3}["']\\s{0,4}:\\s{0,4})[\\d.-]+`, 'gi'), `$1${MASKED}`],
];

/** Says whether a finished line needs `maskValue`: it may hold a secret, or a text that is too long. */
export function needsMasking(line: string): boolean {
  return line.length > MAX_TEXT_LENGTH || SUSPICIOUS.test(line);
}

/** Hides the secrets that a text carries, leaving the rest readable. */
export function maskText(text: string): string {
  let masked = text;
  if (SUSPICIOUS.test(text)) {
    for (const [pattern, replacement] of PATTERNS) masked = masked.replace(pattern, replacement);
  }
  // A text is cut after masking, because the part that is cut off may show that it holds a password.
  return masked.length > MAX_TEXT_LENGTH ? `${masked.slice(0, MAX_TEXT_LENGTH)}… [cut]` : masked;
}

/** A bounded, plain copy that JSON can print, without secrets. Never throws and never changes what it was given. */
export function maskValue(value: unknown): unknown {
  return copy(value, { ancestors: [], nodesLeft: MAX_NODES, textOf: maskText });
}

/**
 * The same copy with its texts as they are, for a value that is printed into a line which is masked as a whole
 * afterwards: one look at the line costs a third of a look at each of its texts.
 */
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
    // A proxy or a toJSON may throw: the line is worth more than the value.
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
  // Raw bytes are keys, seeds and bodies: their length says enough.
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
      // One getter that throws must not hide the properties beside it.
    }
    if (!addEntry(copies, count++, name, value, walk)) break;
  }
  return copies;
}

/** Returns false if the copy is full. */
function addEntry(copies: Record<string, unknown>, count: number, name: string, value: unknown, walk: Walk): boolean {
  if (count >= MAX_ENTRIES) {
    copies['…'] = 'more';
    return false;
  }
  const key = describeKey(name);
  copies[key.shown] = key.isSecret && holdsContent(value) ? MASKED : copy(value, walk);
  return true;
}

/** The standard fields are not enumerable; the others (`code`, `constraint`, `statusCode`) are own properties. */
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

/** A missing token is worth reading, and neither null nor a boolean can be a secret. */
function holdsContent(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'boolean';
}

interface DescribedKey {
  isSecret: boolean;
  shown: string;
}

// The same few hundred names come back on every line; the bound keeps names made by callers from filling memory.
const describedKeys = new Map<string, DescribedKey>();

function describeKey(key: string): DescribedKey {
  const known = describedKeys.get(key);
  if (known) return known;
  const bare = key.toLowerCase().replace(/[_-]/g, '');
  const described = {
    isSecret: SECRET_NAMES.has(bare) || SECRET_ENDINGS.some((ending) => bare.endsWith(ending)),
    // Written as a key, `__proto__` would change the copy's prototype instead of being printed.
    shown: key === '__proto__' ? '[__proto__]' : maskText(key),
  };
  if (describedKeys.size < MAX_CACHED_KEYS && key.length <= MAX_CACHED_KEY_LENGTH) describedKeys.set(key, described);
  return described;
}

function describeMapKey(key: unknown): string {
  return typeof key === 'object' && key !== null ? '[object]' : String(key);
}
