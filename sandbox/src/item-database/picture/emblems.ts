import { type Html, html } from '../../pages/html.ts';
import { SPORT_GLOVES } from './outlines/gloves.ts';
import { BOWIE, KARAMBIT } from './outlines/knives.ts';
import { type Outline, transformOf } from './outlines/outline.ts';
import { DESERT_EAGLE } from './outlines/pistols.ts';
import { AK } from './outlines/rifles.ts';
import { MP7 } from './outlines/submachine-guns.ts';

/** The emblem on the front of a crate has a box of 200 by 120 and its own colours. */
export interface Emblem {
  label: string;
  color: string;
  accent: string;
  drawing: Html;
}

const GOLD = '#ffd166';
const PAPER = '#f4f1e8';
const LEAF = 'M100 58C76 42 70 22 82 14C91 8 99 14 100 22C101 14 109 8 118 14C130 22 124 42 100 58z';

/** The shape of an item is made small: its box is 400 by 220. */
function thing({ painted, plain, wires = '', details, placements }: Outline, where: string, fill: string): Html {
  return html`<g transform="${where}" stroke-linejoin="round" fill="none">${placements.map(
    (
      placement,
    ) => html`<g transform="${transformOf(placement)}"><path d="${plain}${painted}${wires}" stroke="#0b0e14" stroke-width="14"/>
<path d="${wires}" stroke="#5a6474" stroke-width="7"/><path d="${painted}" fill="${fill}"/><path d="${plain}" fill="#5a6474" fill-rule="evenodd"/><path d="${details}" stroke="#0b0e14" stroke-opacity=".55" stroke-width="4"/></g>`,
  )}</g>`;
}

export const EMBLEMS = {
  clover: {
    label: 'A four-leaf clover',
    color: '#2f9e58',
    accent: '#b7f5c8',
    drawing: html`<path d="M103 61q8 32 32 48" fill="none" stroke="#b7f5c8" stroke-width="7" stroke-linecap="round"/>
${[0, 90, 180, 270].map((turn) => html`<path d="${LEAF}" transform="rotate(${turn} 100 58)" fill="#7be495" stroke="#0f5132" stroke-width="4"/>`)}`,
  },
  wallet: {
    label: 'A light wallet with a coin',
    color: '#8d6748',
    accent: GOLD,
    drawing: html`<path d="M44 34q0-12 12-12h84q10 0 10 10v8H44z" fill="#6b4a30"/><rect x="38" y="36" width="124" height="72" rx="12" fill="#b5835a" stroke="#3f2a19" stroke-width="5"/>
<path d="M122 60h44v26h-44q-12 0-12-13t12-13z" fill="#8d6748" stroke="#3f2a19" stroke-width="4"/><circle cx="126" cy="73" r="6" fill="${GOLD}"/>
<circle cx="76" cy="22" r="18" fill="${GOLD}" stroke="#8a6a14" stroke-width="4"/><path d="M76 13v18" stroke="#8a6a14" stroke-width="4"/>`,
  },
  coffee: {
    label: 'A cup of coffee',
    color: '#6f4e37',
    accent: '#ffe8cc',
    drawing: html`<path d="M76 34q-8-10 0-18t0-16M100 34q-8-10 0-18t0-16M124 34q-8-10 0-18t0-16" fill="none" stroke="#ffe8cc" stroke-width="5" stroke-linecap="round" opacity=".8"/>
<path d="M142 54h14q18 0 18 16t-20 16h-14z" fill="none" stroke="${PAPER}" stroke-width="8"/><path d="M54 44h92v26q0 32-30 32H84q-30 0-30-32z" fill="${PAPER}"/>
<ellipse cx="100" cy="46" rx="42" ry="8" fill="#4a2c17"/><path d="M38 106h124q-6 12-24 12H62q-18 0-24-12z" fill="#d9cdb8"/>`,
  },
  neon: {
    label: 'A neon sign',
    color: '#3a1f6b',
    accent: '#ff4fd8',
    drawing: html`<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="M30 16h140v88H30z" stroke="#00e5ff" stroke-width="12" opacity=".25"/><path d="M30 16h140v88H30z" stroke="#00e5ff" stroke-width="5"/>
<path d="M112 28L78 66h24l-14 30 38-42h-24z" stroke="#ff4fd8" stroke-width="16" opacity=".3"/><path d="M112 28L78 66h24l-14 30 38-42h-24z" stroke="#ff9bec" stroke-width="5"/>
<path d="M48 40v40M152 40v40" stroke="#fff275" stroke-width="5"/></g>`,
  },
  promenade: {
    label: 'The waves of a stone promenade',
    color: '#4d5a66',
    accent: PAPER,
    drawing: html`<rect x="22" y="4" width="156" height="112" rx="8" fill="${PAPER}"/>
${[10, 46, 82].map((y) => html`<path d="M22 ${y + 12}q20-22 39 0t39 0 39 0 39 0v16q-20 22-39 0t-39 0-39 0-39 0z" fill="#15181d"/>`)}`,
  },
  wave: {
    label: 'A wave at high tide',
    color: '#0f6fae',
    accent: '#bdf0ff',
    drawing: html`<circle cx="158" cy="26" r="17" fill="${GOLD}"/><path d="M14 112q6-74 70-86 40-6 52 24-18-10-30 2-12 14 2 28 20 20 78 14v18z" fill="#38b6ff"/>
<path d="M84 26q40-6 52 24-18-10-30 2-8 8-6 18-18-24-16-44z" fill="#e8fbff"/><path d="M22 96q18-12 34 0t34 0 34 0 34 0 28-4" fill="none" stroke="#bdf0ff" stroke-width="5" stroke-linecap="round"/>`,
  },
  'golden-rifle': {
    label: 'A golden rifle',
    color: '#a67c1b',
    accent: GOLD,
    drawing: thing(AK, 'translate(0 4) scale(.5)', GOLD),
  },
  crosshair: {
    label: 'The crosshair of a scope',
    color: '#3f6b3a',
    accent: '#ff5a5a',
    drawing: html`<circle cx="100" cy="60" r="54" fill="#12301a"/><circle cx="100" cy="60" r="54" fill="none" stroke="#9be08a" stroke-width="6"/><circle cx="100" cy="60" r="28" fill="none" stroke="#9be08a" stroke-width="3"/>
<path d="M100 0v46M100 74v46M40 60h46M114 60h46" stroke="#9be08a" stroke-width="4"/><circle cx="100" cy="60" r="5" fill="#ff5a5a"/>`,
  },
  arsenal: {
    label: 'Three weapons on a rack',
    color: '#56606e',
    accent: '#ffb347',
    drawing: html`<path d="M26 4v112M174 4v112" stroke="#6b7482" stroke-width="8" stroke-linecap="round"/>
${thing(AK, 'translate(34 -10) scale(.33)', '#ffb347')}${thing(MP7, 'translate(42 32) scale(.29)', '#9fb4c9')}${thing(DESERT_EAGLE, 'translate(54 76) scale(.23)', '#ffb347')}`,
  },
  blade: {
    label: 'A blade',
    color: '#5b2333',
    accent: '#e9eef5',
    drawing: thing(BOWIE, 'translate(0 4) scale(.5)', '#e9eef5'),
  },
  'gloves-and-knife': {
    label: 'Gloves and a knife',
    color: '#274690',
    accent: '#8fd3ff',
    drawing: html`${thing(SPORT_GLOVES, 'translate(-6 2) scale(.42)', '#8fd3ff')}${thing(KARAMBIT, 'translate(98 28) scale(.27)', GOLD)}`,
  },
  crown: {
    label: 'A crown',
    color: '#6a1b9a',
    accent: GOLD,
    drawing: html`<path d="M40 100L28 32l38 28 34-48 34 48 38-28-12 68z" fill="${GOLD}" stroke="#8a6a14" stroke-width="5" stroke-linejoin="round"/><path d="M40 100h120v14H40z" fill="#e0a92e" stroke="#8a6a14" stroke-width="4"/>
<circle cx="100" cy="12" r="8" fill="#ff5a7a"/><circle cx="28" cy="32" r="7" fill="#5ad1ff"/><circle cx="172" cy="32" r="7" fill="#5ad1ff"/><path d="M100 62l12 14-12 14-12-14z" fill="#ff5a7a"/>`,
  },
} satisfies Record<string, Emblem>;

export type EmblemName = keyof typeof EMBLEMS;
