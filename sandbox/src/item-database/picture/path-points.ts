type Point = readonly [x: number, y: number];

const TOKEN = /[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi;
const TAKES: Readonly<Record<string, number>> = { M: 2, L: 2, T: 2, H: 1, V: 1, Q: 4, C: 6, Z: 0 };
const ON_CURVE = [0.2, 0.4, 0.6, 0.8, 1];

/** Points on a path, close enough to each other to tell how far it reaches. */
export function pointsOfPath(path: string): Point[] {
  const points: Point[] = [];
  let here: Point = [0, 0];
  let start: Point = [0, 0];
  let control: Point | null = null;
  for (const { command, numbers } of commandsOf(path)) {
    const isRelative = command === command.toLowerCase();
    const name = command.toUpperCase();
    if (name === 'Z') {
      here = start;
      continue;
    }
    const bend: Point[] = targetsOf(name, numbers, isRelative, here);
    if (name === 'T') bend.unshift(control === null ? here : [2 * here[0] - control[0], 2 * here[1] - control[1]]);
    for (const t of bend.length === 1 ? [1] : ON_CURVE) points.push(onCurve([here, ...bend], t));
    control = name === 'Q' || name === 'T' ? (bend[0] ?? null) : null;
    here = bend.at(-1) ?? here;
    if (name === 'M') start = here;
  }
  return points;
}

function commandsOf(path: string): { command: string; numbers: number[] }[] {
  const commands: { command: string; numbers: number[] }[] = [];
  let command = '';
  let numbers: number[] = [];
  for (const [token] of path.matchAll(TOKEN)) {
    if (/[a-z]/i.test(token)) {
      command = token;
      numbers = [];
    } else numbers.push(Number(token));
    const takes = TAKES[command.toUpperCase()];
    if (takes === undefined) throw new Error(`The outline has a "${command}", which nobody measures.`);
    if (numbers.length < takes) continue;
    commands.push({ command, numbers });
    numbers = [];
    if (command === 'M') command = 'L';
    if (command === 'm') command = 'l';
  }
  return commands;
}

function targetsOf(name: string, numbers: readonly number[], isRelative: boolean, [x, y]: Point): Point[] {
  const [first = 0] = numbers;
  if (name === 'H') return [[isRelative ? x + first : first, y]];
  if (name === 'V') return [[x, isRelative ? y + first : first]];
  const targets: Point[] = [];
  for (let index = 0; index < numbers.length; index += 2) {
    const [right = 0, down = 0] = numbers.slice(index, index + 2);
    targets.push(isRelative ? [x + right, y + down] : [right, down]);
  }
  return targets;
}

/** By halving between neighbours until one point is left. */
function onCurve(points: readonly Point[], t: number): Point {
  const [first, ...rest] = points;
  if (first === undefined) throw new Error('A curve has points.');
  if (rest.length === 0) return first;
  const between = (from: number, to: number) => from + (to - from) * t;
  return onCurve(
    rest.map((point, index) => {
      const before = points[index] ?? first;
      return [between(before[0], point[0]), between(before[1], point[1])] as const;
    }),
    t,
  );
}

export function circle(x: number, y: number, radius: number): string {
  const bend = Math.round(radius * 0.5523 * 10) / 10;
  const rest = Math.round((radius - bend) * 10) / 10;
  return (
    `M${x} ${y - radius}c${bend} 0 ${radius} ${rest} ${radius} ${radius}c0 ${bend}-${rest} ${radius}-${radius} ${radius}` +
    `c-${bend} 0-${radius}-${rest}-${radius}-${radius}c0-${bend} ${rest}-${radius} ${radius}-${radius}z`
  );
}
