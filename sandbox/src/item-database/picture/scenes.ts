import { type Html, html } from '../../pages/html.ts';
import { CRATE_FRAME, drawCrate } from './crate.ts';
import { type CutOut, drawCutOut, type Frame, frameOf } from './cut-out.ts';
import { EMBLEMS, type EmblemName } from './emblems.ts';

const FRAME: Frame = { x: 0, y: 0, width: 640, height: 420 };
const GOLD = '#ffc24a';
const DEEP_GOLD = '#8a5a0c';
const RAYS = Array.from({ length: 18 }, (_, index) => index * 20);
const RINGS = [
  { radius: 176, fill: '#c9363f' },
  { radius: 140, fill: '#f4ead8' },
  { radius: 104, fill: '#c9363f' },
  { radius: 68, fill: '#f4ead8' },
  { radius: 34, fill: '#c9363f' },
];
const CONFETTI = [
  [70, 90, 20, '#3ddc97'],
  [120, 44, -30, GOLD],
  [210, 26, 10, '#ff5a7a'],
  [430, 30, 40, '#5ad1ff'],
  [520, 60, -15, GOLD],
  [584, 120, 25, '#b98cff'],
  [40, 190, -40, '#5ad1ff'],
  [604, 230, 50, '#3ddc97'],
] as const;

export interface Scene {
  frame: Frame;
  /** With the item that it is about, if there is one. */
  draw(item: CutOut | null): Html;
}

/** The best prize before rays, over the tickets that win it. */
const raffle: Scene = {
  frame: FRAME,
  draw: (
    item,
  ) => html`<defs><radialGradient id="r" gradientUnits="userSpaceOnUse" cx="320" cy="200" r="300"><stop stop-color="${GOLD}" stop-opacity=".6"/><stop offset="1" stop-color="${GOLD}" stop-opacity="0"/></radialGradient></defs>
<g fill="url(#r)">${RAYS.map((turn) => html`<path d="M320 200L298 -100H342z" transform="rotate(${turn} 320 200)"/>`)}</g>
${CONFETTI.map(([x, y, turn, color]) => html`<rect x="${x}" y="${y}" width="14" height="9" rx="2" fill="${color}" transform="rotate(${turn} ${x} ${y})"/>`)}
${ticket(150, 318, -16)}${ticket(330, 330, 9)}${item === null ? crateAt('crown', 320, 200, 0.72) : fitted(item, 320, 180, 500, 290)}`,
};

const event: Scene = {
  frame: FRAME,
  draw: (
    item,
  ) => html`<g stroke="#07090d" stroke-width="4">${RINGS.map(({ radius, fill }) => html`<circle cx="320" cy="200" r="${radius}" fill="${fill}"/>`)}</g>
<circle cx="320" cy="200" r="178" fill="#07090d" fill-opacity=".42"/><circle cx="320" cy="200" r="181" fill="none" stroke="#ff8d4a" stroke-width="5"/>
<g fill="none" stroke="#3ddc97" stroke-width="6" stroke-linecap="round"><circle cx="320" cy="200" r="122"/><path d="M320 50V110M320 290V350M170 200H230M410 200H470"/></g>
${[
  [232, 128],
  [408, 268],
  [386, 104],
].map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="9" fill="#07090d" stroke="#e8dcc6" stroke-width="3"/>`)}
${chip(178, 352, 44)}${chip(262, 376, 38)}${chip(460, 356, 44)}${item === null ? crateAt('wave', 320, 200, 0.72) : fitted(item, 320, 200, 540, 290)}`,
};

/** Three crates of a category stand one before the others, which show only their hue. */
const category = (front: EmblemName, left: EmblemName, right: EmblemName): Scene => ({
  frame: { x: 0, y: 0, width: 640, height: 330 },
  draw: () =>
    html`${crateAt(left, 160, 190, 0.72, html``)}${crateAt(right, 480, 190, 0.72, html``)}${crateAt(front, 320, 176, 0.98)}`,
});

export const SCENES = {
  raffle,
  event,
  starter: category('clover', 'wallet', 'coffee'),
  classics: category('wave', 'neon', 'promenade'),
  weapons: category('golden-rifle', 'crosshair', 'arsenal'),
  premium: category('crown', 'blade', 'gloves-and-knife'),
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof SCENES;

function fitted(item: CutOut, x: number, y: number, width: number, height: number): Html {
  const frame = frameOf(item.outline);
  const scale = Math.min(width / frame.width, height / frame.height);
  return html`<g transform="${centered(frame, x, y, scale)}">${drawCutOut(item)}</g>`;
}

function crateAt(name: EmblemName, x: number, y: number, scale: number, drawing = EMBLEMS[name].drawing): Html {
  const { label, color, accent } = EMBLEMS[name];
  return html`<g transform="${centered(CRATE_FRAME, x, y, scale)}">${drawCrate({ label, color, accent, drawing }, name)}</g>`;
}

const centered = (frame: Frame, x: number, y: number, scale: number) =>
  `translate(${x} ${y}) scale(${scale.toFixed(3)}) translate(${-(frame.x + frame.width / 2)} ${-(frame.y + frame.height / 2)})`;

const ticket = (x: number, y: number, turn: number): Html =>
  html`<g transform="translate(${x} ${y}) rotate(${turn})" stroke-linejoin="round"><path d="M8 0H142Q150 0 150 8V22Q138 24 138 34T150 46V60Q150 68 142 68H8Q0 68 0 60V46Q12 44 12 34T0 22V8Q0 0 8 0z" fill="${GOLD}" stroke="#07090d" stroke-width="5"/>
<path d="M8 4H142" stroke="#fff" stroke-opacity=".6" stroke-width="3"/><path d="M110 8V60" stroke="${DEEP_GOLD}" stroke-width="3" stroke-dasharray="5 5"/><path d="M60 14l6 13 14 2-10 10 2 14-12-7-12 7 2-14-10-10 14-2z" fill="${DEEP_GOLD}"/></g>`;

const chip = (x: number, y: number, radius: number): Html =>
  html`<g transform="translate(${x} ${y}) scale(${radius / 50})"><circle r="48" fill="#f29b1d" stroke="#07090d" stroke-width="5"/><circle r="38.2" fill="none" stroke="#fff3d6" stroke-width="14" stroke-dasharray="15 15"/><circle r="31" fill="${GOLD}" stroke="${DEEP_GOLD}" stroke-width="3"/>
<path d="M0-20l6 13 14 2-10 10 2 14-12-7-12 7 2-14-10-10 14-2z" fill="${DEEP_GOLD}"/><path d="M-24-24Q0-40 24-24" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="4" stroke-linecap="round"/></g>`;
