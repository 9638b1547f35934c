import { type Html, html } from '../../pages/html.ts';
import type { Frame } from './cut-out.ts';
import type { Emblem } from './emblems.ts';

export const CRATE_FRAME: Frame = { x: 62, y: 56, width: 388, height: 290 };

const INK = '#07090d';
const LID = 'M84 130L134 68Q138 63 145 63H367Q374 63 378 68L428 130z';
const BODY = 'M84 150H428V330Q428 338 420 338H92Q84 338 84 330z';
const BAND = 'M78 124H434Q440 124 440 130V152Q440 158 434 158H78Q72 158 72 152V130Q72 124 78 124z';
const POSTS = 'M84 158H118V338H92Q84 338 84 330zM394 158H428V330Q428 338 420 338H394z';
const LOCK = 'M232 114H280Q284 114 284 118V150Q284 164 270 164H242Q228 164 228 150V118Q228 114 232 114z';
const RIVETS = [101, 411].flatMap((x) => [180, 248, 316].map((y) => ({ x, y })));
const BAND_RIVETS = [92, 152, 198, 314, 360, 420];

/** The crate has an emblem on its front and no ground. Several in one picture need names. */
export function drawCrate({ color, accent, drawing }: Emblem, name = 'c'): Html {
  const down = html`x1="0" y1="0" x2="0" y2="1"`;
  return html`<defs>
<linearGradient id="${name}L" ${down}><stop stop-color="#fff" stop-opacity=".42"/><stop offset=".55" stop-color="#fff" stop-opacity=".12"/><stop offset="1" stop-color="#000" stop-opacity=".25"/></linearGradient>
<linearGradient id="${name}B" ${down}><stop stop-color="#000" stop-opacity=".4"/><stop offset=".12" stop-color="#fff" stop-opacity=".14"/><stop offset="1" stop-color="#000" stop-opacity=".55"/></linearGradient>
<linearGradient id="${name}S" ${down}><stop stop-color="#b3bdca"/><stop offset=".18" stop-color="#8690a0"/><stop offset="1" stop-color="#353c48"/></linearGradient>
<radialGradient id="${name}G" cx=".5" cy=".45" r=".75"><stop stop-color="${accent}" stop-opacity=".34"/><stop offset=".5" stop-color="${color}" stop-opacity=".5"/><stop offset="1" stop-color="${color}" stop-opacity=".22"/></radialGradient>
<clipPath id="${name}C"><path d="${LID}"/></clipPath></defs>
<g stroke="${INK}" stroke-width="5" stroke-linejoin="round">
<path d="${LID}${BODY}${BAND}" stroke="${accent}" stroke-opacity=".55" stroke-width="11"/>
<path d="${LID}" fill="${color}"/><path d="${LID}" fill="url(#${name}L)"/>
<path d="${BODY}" fill="${color}"/><path d="${BODY}" fill="url(#${name}B)"/>
<path d="${POSTS}" fill="url(#${name}S)"/>
<path d="M130 174H382V322H130z" fill="#0c1018" stroke-width="4"/><path d="M130 174H382V322H130z" fill="url(#${name}G)" stroke="${accent}" stroke-opacity=".8" stroke-width="3"/>
<path d="${BAND}" fill="url(#${name}S)"/></g>
<g clip-path="url(#${name}C)"><path d="M190 60h44l-58 74h-44zM250 60h16l-58 74h-16z" fill="#fff" opacity=".16"/><path d="M118 90H394M104 108H408" stroke="#000" stroke-opacity=".22" stroke-width="3"/><path d="M140 68H372" stroke="#fff" stroke-opacity=".55" stroke-width="4"/></g>
<path d="M78 130H434M90 164V332M400 164V332" stroke="#fff" stroke-opacity=".3" stroke-width="3"/>
<g fill="#1a1f28" stroke="#c6cfdb" stroke-opacity=".35" stroke-width="1.5">${RIVETS.map(({ x, y }) => html`<circle cx="${x}" cy="${y}" r="5"/>`)}${BAND_RIVETS.map((x) => html`<circle cx="${x}" cy="142" r="4"/>`)}</g>
<path d="${LOCK}" fill="${accent}" stroke="${INK}" stroke-width="5"/><path d="M236 120H276V130H236z" fill="#fff" opacity=".45"/><path d="M256 134V150" stroke="${INK}" stroke-width="7" stroke-linecap="round"/>
<g transform="translate(142 179.6) scale(1.14)">${drawing}</g>
<path d="M130 174H232L166 322H130z" fill="#fff" opacity=".05"/>`;
}
