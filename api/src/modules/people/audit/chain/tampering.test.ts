import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { use } from '../../../../../test/support/use-app.ts';
import { type Tx, transaction } from '../../../../platform/database/db.ts';
import { recordAudit, verifyChain } from '../index.ts';
import { chainHash, type LinkedEntry } from './chain.records.ts';
import { linkEntries, verifyTrail } from './chain.rules.ts';
import { readCheckpoints, signCheckpoint } from './checkpoint-file.ts';
import { createTestTrail, listTrail, sampleEntry, tamperWithTable } from './test-support.ts';

/** A fixed seed repeats the runs. */
const SEED = 20261115;
const ENTRIES = 24;
const ENTRIES_A_CHECKPOINT = 6;

const trail = use(createTestTrail, ({ close }) => close());
let entries: LinkedEntry[];
let checkpointText: string;
before(async () => {
  for (let first = 1; first <= ENTRIES; first += ENTRIES_A_CHECKPOINT) {
    const numbers = Array.from({ length: ENTRIES_A_CHECKPOINT }, (_, index) => first + index);
    await transaction(trail.db, (tx) => recordAudit(tx, numbers.map(sampleEntry)));
    await trail.linker().stop();
  }
  entries = await listTrail(trail.db);
  checkpointText = await trail.checkpointText();
});

interface Found {
  rows: LinkedEntry[];
  text: string;
}
type Tampering = (found: Found) => Found;

async function* pagesOf(rows: LinkedEntry[]) {
  for (let first = 0; first < rows.length; first += 7) yield rows.slice(first, first + 7);
}
const verify = ({ rows, text }: Found) =>
  verifyTrail(pagesOf(rows), readCheckpoints(Buffer.from(text), trail.signingKey), chainHash);

const inOrder = (rows: LinkedEntry[]) => rows.toSorted((one, other) => Number(one.position) - Number(other.position));
function relink(rows: LinkedEntry[]): LinkedEntry[] {
  const links = linkEntries(null, rows, chainHash);
  return rows.map((row, index) => ({ ...row, ...links[index], position: String(index + 1) }));
}
const changed = (row: LinkedEntry, field: keyof LinkedEntry): LinkedEntry => ({
  ...row,
  [field]: field === 'position' ? String(Number(row.position) + 1) : changedText(row[field]),
});
const changedText = (value: string | null) =>
  value === null ? '' : value.startsWith('7') ? `8${value.slice(1)}` : `7${value.slice(1)}`;
const lines = (text: string) => text.split('\n').slice(0, -1);
const joined = (some: string[]) => some.map((line) => `${line}\n`).join('');

const fields: (keyof LinkedEntry)[] = [
  'id',
  'action',
  'userId',
  'actorId',
  'entityType',
  'entityId',
  'metadata',
  'ip',
  'createdAtMicros',
  'position',
  'previousHash',
  'hash',
];
const place = fc.nat({ max: ENTRIES - 1 });
const twoPlaces = fc.tuple(place, place).filter(([one, other]) => one !== other);
const field = fc.constantFrom(...fields);
const contentField = fc.constantFrom(...fields.slice(0, 9));
const lineNumber = fc.nat({ max: ENTRIES / ENTRIES_A_CHECKPOINT - 1 });

const named = <Value>(
  name: string,
  values: fc.Arbitrary<Value>,
  tamper: (value: Value, found: Found) => Partial<Found>,
) =>
  values.map((value) => ({
    name: `${name} ${JSON.stringify(value)}`,
    apply: ((found) => ({ ...found, ...tamper(value, found) })) as Tampering,
  }));

const forged = (at: number, row: LinkedEntry): LinkedEntry => ({ ...row, id: `9000${at}`, action: 'FORGED' });

const tamperings = [
  named('edit', fc.tuple(place, field), ([at, name], { rows }) => ({
    rows: inOrder(rows.map((row, index) => (index === at ? changed(row, name) : row))),
  })),
  named('edit and relink', fc.tuple(place, contentField), ([at, name], { rows }) => ({
    rows: relink(rows.map((row, index) => (index === at ? changed(row, name) : row))),
  })),
  named('delete', fc.tuple(place, fc.integer({ min: 1, max: 5 })), ([at, count], { rows }) => ({
    rows: rows.toSpliced(at, count),
  })),
  named('delete and relink', place, (at, { rows }) => ({ rows: relink(rows.toSpliced(at, 1)) })),
  named('swap positions', twoPlaces, ([one, other], { rows }) => ({
    rows: inOrder(rows.map((row, index) => withPosition(row, index === one ? other : index === other ? one : index))),
  })),
  named('swap entries under their links', twoPlaces, ([one, other], { rows }) => ({
    rows: rows.map(
      (row, index) =>
        ({ ...rows[index === one ? other : index === other ? one : index], ...linkOf(row) }) as LinkedEntry,
    ),
  })),
  named('swap entries and relink', twoPlaces, ([one, other], { rows }) => ({
    rows: relink(rows.map((row, index) => rows[index === one ? other : index === other ? one : index] ?? row)),
  })),
  named('insert with a link of its own', place, (at, { rows }) => ({
    rows: inOrder(
      rows.toSpliced(at + 1, 0, ...relink([...rows.slice(0, at), forged(at, rows[at] as LinkedEntry)]).slice(-1)),
    ),
  })),
  named('insert and move the rest', place, (at, { rows }) => ({
    rows: rows.toSpliced(at, 0, forged(at, rows[at] as LinkedEntry)).map((row, index) => withPosition(row, index)),
  })),
  named('insert and relink', place, (at, { rows }) => ({
    rows: relink(rows.toSpliced(at, 0, forged(at, rows[at] as LinkedEntry))),
  })),
  named('cut the tail', place, (at, { rows }) => ({ rows: rows.slice(0, at) })),
  named('cut the tail and grow another', place, (at, { rows }) => ({
    rows: relink([...rows.slice(0, at), ...rows.slice(at).map((row) => forged(at, row))]),
  })),
  named(
    'edit a checkpoint',
    fc.tuple(lineNumber, fc.nat(), fc.constantFrom(...'0a"x ,')),
    ([at, seed, letter], { text }) => {
      const line = lines(text)[at] ?? '';
      const index = seed % line.length;
      const other = line[index] === letter ? '7' : letter;
      return { text: joined(lines(text).with(at, line.slice(0, index) + other + line.slice(index + 1))) };
    },
  ),
  named('remove a checkpoint', fc.integer({ min: 1, max: ENTRIES / ENTRIES_A_CHECKPOINT - 2 }), (at, { text }) => ({
    text: joined(lines(text).toSpliced(at, 1)),
  })),
  named('repeat a checkpoint', lineNumber, (at, { text }) => ({
    text: joined(lines(text).toSpliced(at, 0, lines(text)[at] ?? '')),
  })),
  named(
    'move a checkpoint',
    fc.tuple(lineNumber, lineNumber).filter(([one, other]) => one !== other),
    ([from, to], { text }) => ({
      text: joined(
        lines(text)
          .toSpliced(from, 1)
          .toSpliced(to, 0, lines(text)[from] ?? ''),
      ),
    }),
  ),
  named('relink and sign with another key', place, (at, { rows, text }) => {
    const relinked = relink(rows.map((row, index) => (index === at ? changed(row, 'action') : row)));
    const otherKey = randomBytes(32);
    let previous = '';
    const signed = lines(text).map((line) => {
      const { position, at: time } = JSON.parse(line);
      const checkpoint = signCheckpoint(
        { position, hash: String(relinked[position - 1]?.hash) },
        time,
        previous,
        otherKey,
      );
      previous = checkpoint.signature;
      return JSON.stringify(checkpoint);
    });
    return { rows: relinked, text: joined(signed) };
  }),
];

function withPosition(row: LinkedEntry, index: number): LinkedEntry {
  return { ...row, position: String(index + 1) };
}
const linkOf = ({ position, previousHash, hash }: LinkedEntry) => ({ position, previousHash, hash });

test('the untouched trail verifies', async () => {
  const report = await verify({ rows: entries, text: checkpointText });
  assert.deepEqual(report, {
    valid: true,
    checked: ENTRIES,
    head: { position: ENTRIES, hash: entries.at(-1)?.hash },
    brokenAt: null,
    checkpoints: { checked: 4, valid: true, lastPosition: ENTRIES },
  });
});

test('10,000 of 10,000 random tamperings are detected', async () => {
  let detected = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(...tamperings), async ({ name, apply }) => {
      const report = await verify(apply({ rows: entries, text: checkpointText }));
      assert.equal(report.valid, false, name);
      assert.ok(report.brokenAt?.reason, name);
      detected += 1;
    }),
    { seed: SEED, numRuns: 10_000 },
  );
  assert.equal(detected, 10_000);
});

test('the first broken entry is told, with the reason for a person', async () => {
  const untouched = { rows: entries, text: checkpointText };
  const breakOf = async (found: Partial<Found>) => (await verify({ ...untouched, ...found })).brokenAt;
  const [eleventh] = entries.slice(10);
  assert.ok(eleventh);
  assert.deepEqual(await breakOf({ rows: entries.with(10, changed(eleventh, 'action')) }), {
    position: 11,
    entryId: eleventh.id,
    reason: `Entry ${eleventh.id} was altered: its content does not give its hash`,
  });
  assert.deepEqual(await breakOf({ rows: entries.with(10, changed(eleventh, 'previousHash')) }), {
    position: 11,
    entryId: eleventh.id,
    reason: `Entry ${eleventh.id} does not continue from the entry before it: the previous hash differs`,
  });
  assert.deepEqual(await breakOf({ rows: entries.toSpliced(10, 2) }), {
    position: 11,
    entryId: null,
    reason: 'Position 11 is missing: its entry was deleted or moved; the next one found is 13',
  });
  assert.deepEqual(await breakOf({ rows: entries.toSpliced(11, 0, forged(1, eleventh)) }), {
    position: 11,
    entryId: '90001',
    reason: 'Entry 90001 was put in: position 11 is taken',
  });
  assert.deepEqual(await breakOf({ rows: relink(entries.with(10, changed(eleventh, 'action'))) }), {
    position: 12,
    entryId: entries[11]?.id,
    reason: 'The checkpoint at position 12 has another hash: the trail was rewritten after position 6',
  });
  assert.deepEqual(await breakOf({ rows: entries.slice(0, 20) }), {
    position: 21,
    entryId: null,
    reason: 'The trail ends at position 20, before the checkpoint at position 24: its end was cut off',
  });
  const [first = '', second = '', ...others] = lines(checkpointText);
  assert.deepEqual(
    await breakOf({ text: joined([first, second.replace('"position":12', '"position":13'), ...others]) }),
    {
      position: 13,
      entryId: null,
      reason: 'The signature of the checkpoint in line 2 is wrong',
    },
  );
  assert.deepEqual(await breakOf({ text: joined([first, ...others]) }), {
    position: 18,
    entryId: null,
    reason: 'Checkpoints before line 2 were removed or moved',
  });
  assert.deepEqual(await breakOf({ text: joined(['not JSON', second]) }), {
    position: null,
    entryId: null,
    reason: 'Line 1 of the checkpoints cannot be read',
  });
});

test('200 of 200 random tamperings with the table itself are detected', async () => {
  const undo = new Error('undo');
  for (const tampering of fc.sample(tamperWithTable(ENTRIES), { seed: SEED, numRuns: 200 })) {
    const attempt = transaction(trail.db, async (tx: Tx) => {
      await tampering.apply(tx);
      assert.equal((await verifyChain(tx, trail)).valid, false, tampering.name);
      throw undo;
    });
    await assert.rejects(attempt, (error) => {
      if (error !== undo) throw error;
      return true;
    });
  }
  assert.equal((await verifyChain(trail.db, trail)).valid, true);
});
