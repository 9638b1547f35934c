/** An act of several requests that is under way is not begun once more: who asks meanwhile gets what comes of it. */
export function oneAtATime<Given extends readonly unknown[], Result>(
  act: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return (...given) => {
    underWay ??= act(...given).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
