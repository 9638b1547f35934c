import type { NonceRange, Stream } from '../rolls.records.ts';

export interface Run<Value> {
  stream: Stream;
  firstNonce: number;
  values: readonly Value[];
}

export function valuesOf<Value>(ranges: readonly NonceRange[], runs: readonly Run<Value>[]): (Value | undefined)[][] {
  const byStream = Map.groupBy(runs, ({ stream }) => stream);
  return ranges.map(({ stream, firstNonce, count }) => {
    const found = Array<Value | undefined>(count).fill(undefined);
    for (const run of byStream.get(stream) ?? []) {
      for (const [index, value] of run.values.entries()) {
        const place = run.firstNonce + index - firstNonce;
        if (place >= 0 && place < count) found[place] = value;
      }
    }
    return found;
  });
}

export function gapsIn({ stream, firstNonce, count }: NonceRange, runs: readonly Run<unknown>[]): NonceRange[] {
  const gaps: NonceRange[] = [];
  const end = firstNonce + count;
  let next = firstNonce;
  for (const run of inOrder(runs).filter((each) => each.stream === stream && each.firstNonce < end)) {
    if (run.firstNonce > next) gaps.push({ stream, firstNonce: next, count: run.firstNonce - next });
    next = Math.max(next, endOf(run));
  }
  if (end > next) gaps.push({ stream, firstNonce: next, count: end - next });
  return gaps;
}

export function joinRuns<Each extends Run<unknown>>(runs: readonly Each[]): Each[] {
  const joined: Each[] = [];
  for (const run of inOrder(runs)) {
    const last = joined.at(-1);
    if (last?.stream === run.stream && endOf(last) === run.firstNonce)
      joined[joined.length - 1] = { ...last, values: [...last.values, ...run.values] };
    else joined.push(run);
  }
  return joined;
}

const endOf = ({ firstNonce, values }: Run<unknown>) => firstNonce + values.length;

const inOrder = <Each extends Run<unknown>>(runs: readonly Each[]): Each[] =>
  runs.toSorted((one, other) =>
    one.stream === other.stream ? one.firstNonce - other.firstNonce : one.stream < other.stream ? -1 : 1,
  );
