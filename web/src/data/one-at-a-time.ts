/** An act of several requests runs once at a time; calls meanwhile get its result. */
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
