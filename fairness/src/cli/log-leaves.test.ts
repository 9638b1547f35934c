import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeLog, fakeLog, leavesNamed, newLogKey } from '../../test/fake-log.ts';
import { SHOT } from '../../test/plays.ts';
import { leafOf } from '../index.ts';
import { run } from './run.ts';

/** `log --all` meets servers that show everything they signed and servers that do not. */
const AT = '2026-11-18T12:00:00.000Z';
const KEY = newLogKey();
const OF_SHOT = (['SHOTS', 'SHOT_STAKES'] as const).map((kind) => leafOf(kind, SHOT).text);
const INTERRUPTION = '["INTERRUPTIONS","1",4,"00","The disk failed"]';

const logOf = (leaves: string[]) => fakeLog(leaves, KEY, { size: leaves.length, at: AT });
const LEAVES = [...leavesNamed('ours', 12), ...OF_SHOT, ...leavesNamed('later', 7)];
const ours = logOf(LEAVES);

function readAll({ answer }: Pick<FakeLog, 'answer'>, ...args: string[]) {
  return run(['log', '--server', 'http://log.example', '--all', ...args], {
    readFile: (path) => assert.fail(`reads ${path}`),
    readFileIfAny: (path) => assert.fail(`reads ${path}`),
    appendFile: (path) => assert.fail(`writes ${path}`),
    fetch: async (address) => {
      const { status, json } = answer(address.slice('http://log.example'.length));
      return { status, text: JSON.stringify(json) };
    },
    readPageHash: () => assert.fail('no page is checked'),
    loadSignatureCheck: () => assert.fail('no beacon decides the log'),
    now: () => new Date(AT),
  });
}

const listing = (log: FakeLog, change: (leaf: { kind: string; id: string; hash: string }) => object) => ({
  answer: (path: string) => {
    const { status, json } = log.answer(path);
    const { leaves } = json as { leaves?: { kind: string; id: string; hash: string }[] };
    return { status, json: leaves === undefined ? json : { leaves: leaves.map(change) } };
  },
});

async function assertAlarm(reading: ReturnType<typeof readAll>, words: RegExp): Promise<void> {
  const { exitCode, stdout } = await reading;
  assert.match(stdout, words);
  assert.equal(exitCode, 1, stdout);
}

test('all leaves are read, and come to the head', async () => {
  const { stdout } = await readAll(ours, '--kind', 'shots', '--result', JSON.stringify(SHOT));
  assert.match(stdout, /SHOTS 7 is leaf 12 of the log, as you have it\nSHOT_STAKES 7 is leaf 13 of the log/);
  assert.match(stdout, /\nAll 21 leaves were read, and come to the head\nNOT CHECKED\n$/);
});

test('a log that is larger than an answer is read part by part', async () => {
  const asked: string[] = [];
  const large = logOf(leavesNamed('many', 5_003));
  const answer = (path: string) => {
    if (path.includes('/leaves')) asked.push(path);
    return large.answer(path);
  };
  assert.match((await readAll({ answer })).stdout, /All 5003 leaves were read, and come to the head/);
  assert.deepEqual(asked, ['/api/log/leaves?from=0&limit=5000', '/api/log/leaves?from=5000&limit=3']);
});

test('a leaf that is left out, changed or put in another place is an alarm', async () => {
  const other = 'f'.repeat(64);
  const first = logOf(['ours 0']).answer('/api/log/leaves?from=0&limit=1').json as { leaves: { hash: string }[] };
  const hash = first.leaves[0]?.hash;
  const changed = listing(ours, (leaf) => (leaf.hash === hash ? { ...leaf, hash: other } : leaf));
  await assertAlarm(readAll(changed), /ALARM: the leaves that the server shows do not come to the head/);
  const swapped = logOf([...LEAVES.slice(1, 2), ...LEAVES.slice(0, 1), ...LEAVES.slice(2)]);
  const answer = (path: string) => (path.includes('/leaves') ? swapped : ours).answer(path);
  await assertAlarm(readAll({ answer }), /ALARM: the leaves that the server shows do not come to the head/);
});

test('a row with two leaves is an alarm, and so is a second one under another name', async () => {
  const twice = logOf([...LEAVES, leafOf('SHOTS', { ...SHOT, roll: 6 }).text]);
  await assertAlarm(readAll(twice), /ALARM: SHOTS 7 has two leaves/);
  let seen = 0;
  const hidden = listing(twice, (leaf) => (leaf.kind === 'SHOTS' && ++seen === 1 ? { ...leaf, id: '999' } : leaf));
  const given = ['--kind', 'SHOTS', '--result', JSON.stringify(SHOT)];
  await assertAlarm(readAll(hidden, ...given), /ALARM: the leaf of SHOTS 7 is listed as that of SHOTS 999/);
});

test('answers that are no leaves are alarms', async () => {
  const [right, hash] = [{ kind: 'CASES', id: '1', hash: '0'.repeat(64) }, '0'.repeat(64)];
  const wrong = [{ hash: 'x' }, { kind: 'x' }, { kind: '\u001b[2J', hash }, { id: '07' }, { id: '\u001b[2J' }];
  const answers = [
    ...[{}, { leaves: [] }, { leaves: [right] }, { leaves: [1] }, []],
    ...wrong.map((fields) => ({ leaves: Array(21).fill({ ...right, ...fields }) })),
  ];
  for (const json of answers) {
    const answer = (path: string) => (path.includes('/leaves') ? { status: 200, json } : ours.answer(path));
    await assertAlarm(readAll({ answer }), /ALARM: what the server shows as its leaves are none: /);
  }
  const tooMany = Array.from({ length: 22 }, (_, id) => ({ kind: 'CASES', id: String(id), hash: '0'.repeat(64) }));
  const answer = (path: string) =>
    path.includes('/leaves') ? { status: 200, json: { leaves: tooMany } } : ours.answer(path);
  await assertAlarm(readAll({ answer }), /22 from 0 on, where 21 were asked for/);
});

test('a server that lies everywhere is told of in a few lines', async () => {
  const alike = listing(ours, (leaf) => ({ ...leaf, kind: 'CASES', id: '1' }));
  const { stdout } = await readAll(alike);
  assert.equal(stdout.match(/ALARM: CASES 1 has two leaves/g)?.length, 20);
});

test('ids far from each other, and many beside each other, are told apart', async () => {
  const ids = ['1', '8', '9', '8191', '8192', '8193', '16384', '9223372036854775807'];
  const apart = ids.flatMap((id) => [`["CASES","${id}"]`, `["SHOTS","${id}"]`]);
  assert.doesNotMatch((await readAll(logOf(apart))).stdout, /ALARM/);
  for (const id of ids) await assertAlarm(readAll(logOf([...apart, `["CASES","${id}",2]`])), /has two leaves/);
});

test('a server that stops answering hides nothing that was found before', async () => {
  const altered = { ...SHOT, roll: 6 };
  const failing = (path: string) => ({
    answer: (asked: string) => (asked.includes(path) ? { status: 503, json: {} } : ours.answer(asked)),
  });
  const given = ['--kind', 'SHOTS', '--result', JSON.stringify(altered)];
  await assertAlarm(readAll(failing('/leaves'), ...given), /ALARM: SHOTS 7 is not in the log as you have it/);
  const { stdout, exitCode } = await readAll(failing('/inclusion'), ...given);
  assert.match(stdout, /Not checked: the results: .*answered 503\nAll 21 leaves were read/);
  assert.equal(exitCode, 3);
});

test('why the log was interrupted is said as it was logged', async () => {
  const resumed = logOf([...LEAVES, INTERRUPTION]);
  const telling = (text: string) => ({
    answer: (path: string) =>
      path === '/api/log/interruptions/1' ? { status: 200, json: { text } } : resumed.answer(path),
  });
  const { stdout } = await readAll(telling(INTERRUPTION));
  assert.match(stdout, /It was interrupted and let go on by the platform: .*"The disk failed"\]\nNOT CHECKED/);
  const hiding = '["INTERRUPTIONS","1",4,"00","\u001b[2J"]';
  const other = logOf([...LEAVES, hiding]);
  const told = await readAll({
    answer: (path) =>
      path === '/api/log/interruptions/1' ? { status: 200, json: { text: hiding } } : other.answer(path),
  });
  assert.match(told.stdout, /by the platform: .*" \[2J"\]\nNOT CHECKED/);
  await assertAlarm(readAll(telling(INTERRUPTION.replace('disk', 'moon'))), /ALARM: INTERRUPTIONS 1 is not what was/);
});
