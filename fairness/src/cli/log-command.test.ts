import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeLog, fakeLog, leavesNamed, newLogKey } from '../../test/fake-log.ts';
import { OPENING } from '../../test/plays.ts';
import { type LogHead, leafOf } from '../index.ts';
import { run } from './run.ts';
import { assertWrongCall } from './test-support.ts';

/** A player keeps heads and meets servers that keep to their signatures and servers that do not. */
const KEY = newLogKey();
const at = (minute: number) => `2026-11-18T12:${String(minute).padStart(2, '0')}:00.000Z`;
const NOW = new Date(at(30));

const LEAVES = [...leavesNamed('ours', 12), leafOf('CASES', OPENING).text, ...leavesNamed('later', 7)];
const ours = fakeLog(LEAVES, KEY, { size: 20, at: at(28) });
const theirs = fakeLog(leavesNamed('theirs', 20), KEY, { size: 20, at: at(28) });

const linesOf = (...heads: object[]) => heads.map((head) => `${JSON.stringify(head)}\n`).join('');
const kept = (log: FakeLog, size: number, minute = size) => log.headOf(size, at(minute));

interface World {
  log?: Pick<FakeLog, 'answer'>;
  heads?: string;
  read?: () => Promise<string>;
  append?: () => Promise<void>;
}

async function check({ log = ours, heads, read, append }: World, ...args: string[]) {
  let file = heads ?? null;
  const asked: string[] = [];
  const result = await run(['log', '--server', 'http://log.example', ...args], {
    readFile: (path) => assert.fail(`reads ${path}`),
    readFileIfAny: async () => (read === undefined ? file : read()),
    appendFile: async (_, text) => {
      if (append !== undefined) return append();
      file = (file ?? '') + text;
    },
    fetch: async (address) => {
      const path = address.slice('http://log.example'.length);
      if (path !== '/api/log/head') asked.push(path);
      const { status, json } = log.answer(path);
      return { status, text: JSON.stringify(json) };
    },
    readPageHash: () => assert.fail('no page is checked'),
    loadSignatureCheck: () => assert.fail('no beacon decides the log'),
    now: () => NOW,
  });
  return { ...result, file, asked };
}
const checkHeads = (heads: string, log: Pick<FakeLog, 'answer'> = ours) => check({ log, heads }, '--heads', 'heads');

async function assertAlarm(checking: ReturnType<typeof check>, words: RegExp): Promise<void> {
  const { exitCode, stdout, stderr } = await checking;
  assert.deepEqual([exitCode, stderr], [1, ''], stdout);
  assert.match(stdout, words);
  assert.match(stdout, /\nNOT VALID\n$/);
}

test('a head of another history is found wherever it stands in the file', async () => {
  const good = [kept(ours, 5), kept(ours, 9), kept(ours, 14)];
  const { exitCode, stdout } = await checkHeads(linesOf(...good));
  assert.equal(exitCode, 0, stdout);
  assert.match(stdout, /\nIt extends all 3 heads that you kept, of 5 to 14 leaves\nVALID\n$/);
  for (const place of [0, 1, 2, 3]) {
    const mixed = good.toSpliced(place, 0, kept(theirs, 7));
    await assertAlarm(checkHeads(linesOf(...mixed)), /ALARM: .* does not extend the head of 7 leaves that you kept/);
  }
  await assertAlarm(checkHeads(linesOf(kept(theirs, 7), kept(ours, 9))), /ALARM: the head of 9 leaves that you kept/);
});

test('every kept size is asked about once, whatever their order', async () => {
  const heads = [9, 5, 14, 5, 9, 9].map((size) => kept(ours, size));
  const { asked } = await checkHeads(linesOf(...heads));
  assert.deepEqual(asked, [
    '/api/log/consistency?from=5&to=9',
    '/api/log/consistency?from=9&to=14',
    '/api/log/consistency?from=14&to=20',
  ]);
});

test('lines that were compared are not compared again, unless one above was put in or changed', async () => {
  const before = linesOf(kept(ours, 5), kept(ours, 9));
  const { file } = await checkHeads(before);
  const grown = fakeLog([...LEAVES, ...leavesNamed('new', 3)], KEY, { size: 23, at: at(29) });
  const again = await checkHeads(file ?? '', grown);
  assert.deepEqual([again.exitCode, again.asked], [0, ['/api/log/consistency?from=20&to=23']], again.stdout);
  assert.match(again.stdout, /It extends all 3 heads that you kept, of 5 to 20 leaves/);
  const putIn = `${linesOf(kept(theirs, 7))}${file}`;
  await assertAlarm(checkHeads(putIn, grown), /does not extend the head of 7 leaves/);
  const changed = (file ?? '').replace(kept(ours, 9).root, kept(theirs, 9).root);
  await assertAlarm(checkHeads(changed, grown), /ALARM: a head is not signed as it stands/);
  const added = `${file}${linesOf(kept(theirs, 7))}`;
  await assertAlarm(checkHeads(added, grown), /does not extend the head of 7 leaves/);
});

test('two heads of one size with other leaves are both named', async () => {
  const [one, other] = [kept(ours, 9), kept(theirs, 9)];
  const words = new RegExp(`ALARM: two heads of 9 leaves differ, ${one.root} and ${other.root}`);
  await assertAlarm(checkHeads(linesOf(one, other)), words);
  const [newest, seen] = [kept(ours, 20), kept(theirs, 20)];
  const { root } = newest;
  await assertAlarm(checkHeads(linesOf(seen)), new RegExp(`two heads of 20 leaves differ, ${seen.root} and ${root}`));
});

test('a larger head that says an earlier time is an alarm', async () => {
  const words = /ALARM: the head of 9 leaves says 2026-11-18T12:03.*, before the 2026-11-18T12:05.* of the one of 5/;
  await assertAlarm(checkHeads(linesOf(kept(ours, 5), kept(ours, 9, 3))), words);
  await assertAlarm(checkHeads(linesOf(kept(ours, 5, 29))), /ALARM: the head of 20 leaves says .*12:28/);
  await assertAlarm(checkHeads(linesOf(ours.headOf(5, 'soon'))), /ALARM: the head of 20 leaves says/);
});

test('the age of the newest head is said, and beyond --max-age it is an alarm', async () => {
  const heads = linesOf(kept(ours, 5));
  const within = await check({ heads }, '--heads', 'heads', '--max-age', '2');
  assert.match(within.stdout, /^The log has 20 leaves; head of 2026-11-18T12:28:00.000Z, 2 minutes old\n/);
  assert.equal(within.exitCode, 0);
  const old = check({ heads }, '--heads', 'heads', '--max-age', '1');
  await assertAlarm(old, /ALARM: the newest head is 2 minutes old, more than the 1 minutes of --max-age/);
  // An old head is kept as well, because it binds the platform.
  assert.equal((await old).file?.split('\n').length, 3);
  const ahead = fakeLog(LEAVES, KEY, { size: 20, at: '2027-11-18T12:00:00.000Z' });
  const early = check({ heads, log: ahead }, '--heads', 'heads', '--max-age', '60');
  await assertAlarm(early, /ALARM: the newest head is 364 days ahead of your clock/);
  await assertWrongCall(check({}, '--max-age', 'soon'), /--max-age must be an integer/);
});

const emptied: Pick<FakeLog, 'answer'> = fakeLog([], KEY, null);

test('a wiped log is an alarm for a reader who kept a head, and nothing to check for others', async () => {
  const heads = linesOf(kept(ours, 5));
  await assertAlarm(checkHeads(heads, emptied), /ALARM: the log is empty, but you have kept a head of 5 leaves/);
  const first = await check({ log: emptied });
  assert.equal(first.exitCode, 3, first.stderr);
  assert.match(first.stdout, /Not checked: nothing to compare with: nothing was signed yet\nNOT CHECKED\n$/);
  const result = check({ log: emptied }, '--kind', 'CASES', '--result', JSON.stringify(OPENING));
  await assertAlarm(result, /ALARM: CASES 7 is not in the log/);
  const elsewhere = { answer: () => ({ status: 404, json: { code: 'NOT_FOUND' } }) };
  await assertWrongCall(check({ log: elsewhere }), /log\/head answered 404/);
});

test('results without any result in them, and a kind without results, are wrong calls', async () => {
  for (const none of ['{"openings":[]}', '{"data":[]}', '[]']) {
    await assertWrongCall(check({}, '--kind', 'CASES', '--result', none), /--result has none/);
  }
  await assertWrongCall(check({}, '--kind', 'CASES'), /missing option --result/);
  const given = ['--kind', 'CASES', '--result', JSON.stringify(OPENING)];
  const { stdout } = await check({ heads: linesOf(kept(ours, 5)) }, '--heads', 'heads', ...given);
  assert.match(stdout, /\nCASES 7 is leaf 12 of the log, as you have it\nVALID\n$/);
});

test('the table of a game is in the log before the roll, and a change of it is found', async () => {
  const item = { itemId: '9', name: 'Item', hashRangeStart: 1, hashRangeEnd: 10_000_000 };
  const logLeaf = { kind: 'CASE_VERSIONS', id: '3' };
  const version = { caseId: '5', versionNumber: 1, flipThreshold: null, items: [item], logLeaf };
  const raffle = { id: '4', ticketListHash: 'c'.repeat(64) };
  const texts = ['["CASE_VERSIONS","3","5",1,null,[["9",1,10000000]]]', `["TICKET_LISTS","4","${'c'.repeat(64)}"]`];
  const log = fakeLog([...texts, ...leavesNamed('later', 18)], KEY, { size: 20, at: at(28) });
  const heads = linesOf(kept(log, 5));
  for (const [kind, given, altered] of [
    ['CASE_VERSIONS', version, { ...version, items: [{ ...item, itemId: '8' }] }],
    ['TICKET_LISTS', raffle, { ...raffle, ticketListHash: 'd'.repeat(64) }],
  ] as const) {
    const checkOf = (json: object) =>
      check({ log, heads }, '--heads', 'heads', '--kind', kind, '--result', JSON.stringify(json));
    assert.match((await checkOf(given)).stdout, /is leaf \d of the log, as you have it\nVALID\n$/);
    await assertAlarm(checkOf(altered), /is not in the log as you have it/);
  }
});

test('answers of the server that are no proofs are alarms', async () => {
  const heads = linesOf(kept(ours, 5));
  const given = ['--heads', 'heads', '--kind', 'CASES', '--result', JSON.stringify(OPENING)];
  for (const json of [{ proof: [1] }, { proof: 'x' }, { index: 'x', proof: [] }, [], null, 'x']) {
    const answer = (path: string) => (path === '/api/log/head' ? ours.answer(path) : { status: 200, json });
    await assertAlarm(check({ heads, log: { answer } }, ...given), /ALARM: the server's proof for CASES 7 is none: /);
  }
  const numbers = {
    answer: (path: string) =>
      path.includes('consistency') ? { status: 200, json: { proof: [1] } } : ours.answer(path),
  };
  const words =
    /ALARM: what the server shows as the proof of its growth from 5 to 20 leaves is none: 'proof' must be a list/;
  await assertAlarm(checkHeads(heads, numbers), words);
  for (const json of [{ size: 'x' }, [], null]) {
    await assertAlarm(checkHeads(heads, { answer: () => ({ status: 200, json }) }), /shows as its head is none: /);
  }
});

test('a reader without anything to compare with is told so, and that the key is new', async () => {
  const bare = await check({});
  assert.equal(bare.exitCode, 3);
  const { publicKey } = kept(ours, 1);
  assert.match(bare.stdout, new RegExp(`Not checked: the key ${publicKey} was taken from the server just now`));
  assert.match(bare.stdout, /\nNot checked: nothing to compare with: --heads names no file [^\n]*\nNOT CHECKED\n$/);
  const first = await check({}, '--heads', 'heads', '--key', publicKey);
  assert.match(
    first.stdout,
    /The key is the one that you know\n.*\nNot checked: .* there was no heads yet\nNOT CHECKED\n$/,
  );
  assert.equal((await checkHeads(first.file ?? '')).exitCode, 0);
  for (const emptiedFile of ['', '\n\n']) {
    const lost = await check({ heads: emptiedFile }, '--heads', 'heads', '--key', publicKey);
    assert.equal(lost.exitCode, 3);
    assert.match(lost.stdout, /Not checked: nothing to compare with: heads has no head; if it had any, they were lost/);
  }
});

test('a line that was cut is named, and one without its end does not run into the next', async () => {
  const lines = linesOf(kept(ours, 5), kept(ours, 9));
  await assertWrongCall(checkHeads(lines.slice(0, -20)), /line 2 of heads is no head: the file was edited or cut/);
  const unended = await checkHeads(lines.trimEnd());
  const sizes = unended.file
    ?.trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as LogHead).size);
  assert.deepEqual(sizes, [5, 9, 20]);
});

test('a file that cannot be read is a wrong call, and one that cannot be written says so', async () => {
  const closed = async () => assert.fail('permission denied');
  await assertWrongCall(check({ read: closed }, '--heads', 'heads'), /heads cannot be read: permission denied/);
  const full = async () => assert.fail('no space left');
  const { exitCode, stdout } = await check({ heads: linesOf(kept(ours, 5)), append: full }, '--heads', 'heads');
  assert.equal(exitCode, 3);
  assert.match(stdout, /Not checked: the head could not be kept in heads: no space left\nNOT CHECKED\n$/);
});
