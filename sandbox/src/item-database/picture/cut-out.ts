import { type Html, html } from '../../pages/html.ts';
import type { Finish } from './finishes.ts';
import { type Outline, place, transformOf } from './outlines/outline.ts';
import { pointsOfPath } from './path-points.ts';

export interface CutOut {
  outline: Outline;
  finish: Finish;
  color: string;
  wear: number;
  statTrak: boolean;
}

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

const INK = '#07090d';
const RIM = 8;
const INNER_RIM = 5;
const EDGE = RIM + 2;
const WIRE = 6;

const frames = new WeakMap<Outline, Frame>();

/** The box includes the rim. It is measured once, because many items share an outline. */
export function frameOf(outline: Outline): Frame {
  const frame = frames.get(outline) ?? measure(outline);
  frames.set(outline, frame);
  return frame;
}

function measure({ painted, plain, wires = '', placements }: Outline): Frame {
  const points = pointsOfPath(painted + plain + wires);
  const placed = placements.flatMap((placement) => points.map((point) => place(point, placement)));
  const across = placed.map(([right]) => right);
  const along = placed.map(([, down]) => down);
  const x = Math.floor(Math.min(...across) - EDGE);
  const y = Math.floor(Math.min(...along) - EDGE);
  const width = Math.ceil(Math.max(...across) + EDGE) - x;
  const height = Math.ceil(Math.max(...along) + EDGE) - y;
  return { x, y, width, height };
}

/** Coordinates are those of the frame. Two in one picture need names, so that their colours stay apart. */
export function drawCutOut(cutOut: CutOut, name = 'i'): Html {
  const { placements } = cutOut.outline;
  return html`<defs>${gradients(cutOut.finish, name)}${patterns(cutOut.finish, name)}
<g id="${name}" stroke-linejoin="round">${layers(cutOut, name)}</g></defs>
${placements.map((placement) => html`<use href="#${name}" transform="${transformOf(placement)}"/>`)}`;
}

function layers({ outline, finish, color, wear, statTrak }: CutOut, name: string): Html {
  const { painted, plain, wires, details, isPrint, counter } = outline;
  const fill = (paint: string) => html`fill="url(#${name}${paint})"`;
  const body = html`<use href="#${name}B"`;
  return html`<clipPath id="${name}C"><path id="${name}P" d="${painted}"/></clipPath><clipPath id="${name}D"><path id="${name}Q" d="${plain}" clip-rule="evenodd"/></clipPath>
<g id="${name}B" fill="none"><path d="${painted}${plain}"/></g>
${isPrint ? undefined : wired(wires, color, 2 * RIM)}
${body} stroke="${color}" stroke-width="${2 * RIM}"/>${wired(wires, INK, 2 * INNER_RIM)}
${body} stroke="${isPrint ? '#f4f6f8' : INK}" stroke-width="${2 * INNER_RIM}"/>${wired(wires, '#4a525e', 0)}
<use href="#${name}P" ${fill('G')}/><use href="#${name}P" ${fill('F')}/>
${wear > 0 ? html`<use href="#${name}P" ${fill('W')} opacity="${Math.round(14 * wear) / 100}"/>` : undefined}
<use href="#${name}P" ${fill('L')}/><use href="#${name}P" ${fill('S')}/>
<g clip-path="url(#${name}C)"><use href="#${name}P" fill="none" stroke="url(#${name}E)" stroke-width="7"/></g>
<use href="#${name}P" fill="none" stroke="${INK}" stroke-opacity=".7" stroke-width="2"/>
<path d="${plain}" fill="${isPrint ? finish.palette[2] : `url(#${name}M)`}" fill-rule="evenodd"/>
<g clip-path="url(#${name}D)"><use href="#${name}Q" fill="none" stroke="url(#${name}E)" stroke-width="5"/></g>
<use href="#${name}Q" fill="none" stroke="${INK}" stroke-width="2"/>
<path d="${details}" fill="none" stroke="${INK}" stroke-opacity=".6" stroke-width="2.5" stroke-linecap="round"/>
<path d="${details}" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="1.2" stroke-linecap="round" transform="translate(0 1.8)"/>
${statTrak && counter ? html`<g transform="translate(${counter[0]} ${counter[1]})">${STATTRAK_COUNTER}</g>` : undefined}`;
}

const wired = (wires: string | undefined, color: string, rim: number): Html | undefined =>
  wires === undefined
    ? undefined
    : html`<path d="${wires}" fill="none" stroke="${color}" stroke-width="${WIRE + rim}" stroke-linecap="round"/>`;

/** Ground, light from above, shine across, edges that catch the light, and metal. */
function gradients({ palette: [ground, second, accent], isBlend }: Finish, name: string): Html {
  const [middle, end] = isBlend ? [second, accent] : [ground, second];
  const down = html`x1="0" y1="0" x2="0" y2="1"`;
  return html`<linearGradient id="${name}G"><stop stop-color="${ground}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${end}"/></linearGradient>
<linearGradient id="${name}L" ${down}><stop stop-color="#fff" stop-opacity=".34"/><stop offset=".38" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient>
<linearGradient id="${name}S" x1="0" y1=".2" x2="1" y2=".8"><stop offset=".3" stop-color="#fff" stop-opacity="0"/><stop offset=".31" stop-color="#fff" stop-opacity=".24"/><stop offset=".4" stop-color="#fff" stop-opacity=".1"/><stop offset=".41" stop-color="#fff" stop-opacity="0"/><stop offset=".44" stop-color="#fff" stop-opacity="0"/><stop offset=".45" stop-color="#fff" stop-opacity=".16"/><stop offset=".48" stop-color="#fff" stop-opacity=".1"/><stop offset=".49" stop-color="#fff" stop-opacity="0"/></linearGradient>
<linearGradient id="${name}E" ${down}><stop stop-color="#fff" stop-opacity=".6"/><stop offset=".5" stop-color="#fff" stop-opacity=".08"/><stop offset="1" stop-color="#000" stop-opacity=".4"/></linearGradient>
<linearGradient id="${name}M" ${down}><stop stop-color="#6b7482"/><stop offset=".45" stop-color="#3b424d"/><stop offset="1" stop-color="#1b1f26"/></linearGradient>`;
}

function patterns({ pattern, patternTurn }: Finish, name: string): Html {
  return html`<pattern id="${name}F" width="80" height="80" patternUnits="userSpaceOnUse" patternTransform="rotate(${patternTurn})">${pattern}</pattern>
<pattern id="${name}W" width="90" height="70" patternUnits="userSpaceOnUse" patternTransform="rotate(${patternTurn + 15})"><path d="M4 10l26-6M40 22l34-9M10 38l18-3M50 50l30-4M22 62l22-7M70 34l14-5M2 54l10-2" fill="none" stroke="#d8dce2" stroke-width="2.2"/></pattern>`;
}

const STATTRAK_COUNTER = html`<rect width="44" height="18" rx="3" fill="#14171d" stroke="#cf6a32" stroke-width="2"/><path d="M9 5v8M15 5h6v4h-6v4h6M26 5h6v8h-6zM26 9h6M38 5v8" fill="none" stroke="#ff8b3d" stroke-width="2"/>`;
