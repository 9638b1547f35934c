/** The outline of a thing in a box of 400 by 220, its muzzle or point to the left. */
export interface Outline {
  /** What shows the finish. */
  painted: string;
  /** What stays plain, in front of the painted parts: barrels, grips, magazines. */
  plain: string;
  /** Rods that are bent from wire: trigger guards, folded stocks. */
  wires?: string;
  /** Thin lines over everything: edges, serrations, seams. */
  details: string;
  /** Where a counting display fits, its upper left corner. */
  counter?: readonly [x: number, y: number];
  /** A picture shows the thing once for each. */
  placements: readonly Placement[];
  /** Cut out of paper: a white rim, and an emblem in the place of plain parts. */
  isPrint?: true;
}

/** Where the thing lies: turned around the middle of its box by so many degrees, made smaller, moved. */
export interface Placement {
  turn: number;
  x?: number;
  y?: number;
  scale?: number;
  /** Left and right swapped before it is turned. */
  isMirrored?: true;
}

/** As long arms lie. */
export const TILTED: readonly Placement[] = [{ turn: -8 }];

const CENTER = { x: 200, y: 110 };

export function transformOf({ turn, x = 0, y = 0, scale = 1, isMirrored }: Placement): string {
  const sideways = isMirrored ? -scale : scale;
  const { x: middle, y: height } = CENTER;
  return `translate(${middle + x} ${height + y}) rotate(${turn}) scale(${sideways} ${scale}) translate(-${middle} -${height})`;
}

/** What the transform does to a point. */
export function place([px, py]: readonly [number, number], placement: Placement): [number, number] {
  const { turn, x = 0, y = 0, scale = 1, isMirrored } = placement;
  const angle = (turn * Math.PI) / 180;
  const right = (px - CENTER.x) * (isMirrored ? -scale : scale);
  const down = (py - CENTER.y) * scale;
  return [
    CENTER.x + x + right * Math.cos(angle) - down * Math.sin(angle),
    CENTER.y + y + right * Math.sin(angle) + down * Math.cos(angle),
  ];
}
