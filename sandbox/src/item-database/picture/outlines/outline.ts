/** An outline has a box of 400 by 220, with the muzzle or point to the left. */
export interface Outline {
  painted: string;
  plain: string;
  wires?: string;
  details: string;
  counter?: readonly [x: number, y: number];
  /** A picture shows the thing once for each. */
  placements: readonly Placement[];
  /** Cut out of paper: a white rim, and an emblem in the place of plain parts. */
  isPrint?: true;
}

/** The thing is turned around the middle of its box by so many degrees, made smaller and moved. */
export interface Placement {
  turn: number;
  x?: number;
  y?: number;
  scale?: number;
  /** Left and right swapped before it is turned. */
  isMirrored?: true;
}

export const TILTED: readonly Placement[] = [{ turn: -8 }];

const CENTER = { x: 200, y: 110 };

export function transformOf({ turn, x = 0, y = 0, scale = 1, isMirrored }: Placement): string {
  const sideways = isMirrored ? -scale : scale;
  const { x: middle, y: height } = CENTER;
  return `translate(${middle + x} ${height + y}) rotate(${turn}) scale(${sideways} ${scale}) translate(-${middle} -${height})`;
}

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
