import assert from 'node:assert/strict';

/** It reads the text format of Prometheus strictly, with the names that `promtool check metrics` wants. */

interface Sample {
  name: string;
  labels: ReadonlyMap<string, string>;
  value: number;
}

interface Family {
  name: string;
  type: string;
  samples: Sample[];
}

const HELP = /^# HELP ([a-z][a-z0-9_]*) (\S.*)$/;
const TYPE = /^# TYPE ([a-z][a-z0-9_]*) (counter|gauge|histogram|summary)$/;
const SAMPLE = /^([a-z][a-z0-9_]*)(?:\{(.*)\})? (-?[0-9.eE+-]+|Na[nN]|[+-]Inf)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;
const NOT_A_BASE_UNIT =
  /_(ms|milliseconds|microseconds|nanoseconds|minutes|hours|days|kb|kilobytes|mb|megabytes|percent)(_|$)/;
const SUFFIXES_OF_TYPES = /_(bucket|sum|count)$/;

/** Returns every family of the text, and fails where one is malformed. */
export function readExposition(text: string): Family[] {
  assert.ok(text.endsWith('\n'), 'the last line ends');
  const families: Family[] = [];
  const lines = text.split('\n').filter((line) => line !== '');
  for (let at = 0; at < lines.length; ) {
    const [, name = '', help = ''] = HELP.exec(lines[at] ?? '') ?? [];
    assert.ok(name !== '' && help !== '', `a help is expected: ${lines[at]}`);
    const [, typed, type = ''] = TYPE.exec(lines[at + 1] ?? '') ?? [];
    assert.equal(typed, name, `the type of ${name} is expected: ${lines[at + 1]}`);
    at += 2;
    const samples: Sample[] = [];
    for (; at < lines.length && !lines[at]?.startsWith('#'); at += 1) samples.push(readSample(lines[at] as string));
    families.push({ name, type, samples });
  }
  assert.equal(new Set(families.map(({ name }) => name)).size, families.length, 'a family stands in one place');
  for (const family of families) checkFamily(family);
  return families;
}

function readSample(line: string): Sample {
  const found = SAMPLE.exec(line);
  assert.ok(found, `a sample is expected: ${line}`);
  const [, name = '', labelText = '', value = ''] = found;
  const labels = new Map<string, string>();
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < labelText.length) {
    const label = LABEL.exec(labelText);
    assert.ok(label, `labels are expected: ${line}`);
    assert.ok(!labels.has(label[1] as string), `a label twice: ${line}`);
    labels.set(label[1] as string, label[2] as string);
  }
  return { name, labels, value: value.endsWith('Inf') ? Number.POSITIVE_INFINITY : Number(value) };
}

function checkFamily({ name, type, samples }: Family): void {
  assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`);
  assert.doesNotMatch(name, NOT_A_BASE_UNIT);
  assert.doesNotMatch(name, SUFFIXES_OF_TYPES);
  assert.doesNotMatch(name, /_(counter|gauge|histogram|summary)(_|$)/);
  const series = samples.map((sample) => `${sample.name} ${JSON.stringify([...sample.labels].sort())}`);
  assert.equal(new Set(series).size, series.length, `a series of ${name} stands once`);
  for (const sample of samples) {
    const suffix = sample.name.slice(name.length);
    assert.ok(sample.name.startsWith(name), `${sample.name} stands below ${name}`);
    if (type === 'histogram') assert.match(suffix, SUFFIXES_OF_TYPES);
    else if (type === 'summary') assert.match(suffix, /^(_sum|_count)?$/);
    else assert.equal(suffix, '', `${sample.name} stands below ${name}`);
    if (type === 'counter') assert.ok(sample.value >= 0, `${name} only grows`);
  }
  if (type === 'histogram') checkBuckets(name, samples);
}

/** Each set of buckets rises to its last, which has everything. */
function checkBuckets(name: string, samples: readonly Sample[]): void {
  const others = ({ labels }: Sample) => JSON.stringify([...labels].filter(([label]) => label !== 'le').sort());
  const ofName = (suffix: string) => samples.filter((sample) => sample.name === `${name}${suffix}`);
  const counts = new Map(ofName('_count').map((sample) => [others(sample), sample.value]));
  for (const [labels, buckets] of Map.groupBy(ofName('_bucket'), others)) {
    const values = buckets.map(({ value }) => value);
    assert.deepEqual(
      values,
      values.toSorted((a, b) => a - b),
      `the buckets of ${name} rise`,
    );
    assert.equal(buckets.at(-1)?.labels.get('le'), '+Inf');
    assert.equal(values.at(-1), counts.get(labels), `the last bucket of ${name} has all`);
  }
}
