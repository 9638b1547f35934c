/** People act by chance, because the rolls that they react to are random, too: no history could be repeated. */

export const happens = (probability: number): boolean => Math.random() < probability;

export const pick = <Value>(values: readonly Value[]): Value | undefined =>
  values[Math.floor(Math.random() * values.length)];

/** From `least` to `most`, both included. */
export const wholeBetween = (least: number, most: number): number =>
  least + Math.floor(Math.random() * (most - least + 1));

export function pickWeighted<Value>(weighted: readonly (readonly [Value, number])[]): Value {
  let rest = Math.random() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
  const found = weighted.find(([, weight]) => {
    rest -= weight;
    return rest < 0;
  });
  return (found ?? (weighted[0] as readonly [Value, number]))[0];
}
