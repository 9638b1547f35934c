import { type Html, html } from '../../pages/html.ts';
import { EXTERIORS } from '../grades.ts';
import { type Collection, colorOf, type Item } from '../items.ts';
import { type Finish, finishOf } from './finishes.ts';
import { COLLECTION_SILHOUETTE, type Silhouette, silhouetteOf } from './silhouettes.ts';

/** The picture of an item. It depends on the item's name alone, so it is the same on every machine. */
export function drawItem(item: Item): Html {
  const isVanillaKnife = item.category === 'Knives' && !item.exterior;
  return card({
    label: item.name,
    color: colorOf(item),
    silhouette: silhouetteOf(item),
    finish: finishOf(item.design, !isVanillaKnife),
    wear: item.exterior ? EXTERIORS.indexOf(item.exterior) : 0,
    statTrak: item.statTrak,
  });
}

export function drawCollection({ name }: Collection): Html {
  const finish = finishOf(name, true);
  const color = finish.palette[0];
  return card({ label: name, color, silhouette: COLLECTION_SILHOUETTE, finish, wear: 0, statTrak: false });
}

interface CardContent {
  label: string;
  color: string;
  silhouette: Silhouette;
  finish: Finish;
  /** From 0, as new, to 4. */
  wear: number;
  statTrak: boolean;
}

function card({ label, color, silhouette, finish, wear, statTrak }: CardContent): Html {
  const { painted, plain, details, turn, isPrint } = silhouette;
  const rim = isPrint ? html`stroke="#f4f6f8" stroke-width="16"` : html`stroke="#07090d" stroke-width="7"`;
  const plainFill = isPrint ? finish.palette[2] : 'url(#steel)';
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 384" width="512" height="384" role="img" aria-label="${label}">
<defs>
${gradients(color, finish)}
<pattern id="finish" width="80" height="80" patternUnits="userSpaceOnUse" patternTransform="rotate(${finish.patternTurn})">${finish.pattern}</pattern>
<pattern id="scratches" width="90" height="70" patternUnits="userSpaceOnUse" patternTransform="rotate(${finish.patternTurn + 15})">
<path d="M4 10l26-6M40 22l34-9M10 38l18-3M50 50l30-4M22 62l22-7M70 34l14-5M2 54l10-2" fill="none" stroke="#d8dce2" stroke-width="2.2"/></pattern>
<pattern id="grid" width="28" height="28" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0h28v1H0zM0 0h1v28H0z" fill="#fff"/></pattern>
</defs>
<rect width="512" height="384" fill="url(#ground)"/>
<rect width="512" height="384" fill="url(#grid)" opacity=".035"/>
<rect width="512" height="384" fill="url(#glow)"/>
<ellipse cx="256" cy="318" rx="170" ry="16" fill="#000" opacity=".4"/>
<g transform="translate(56 76) rotate(${turn} 200 110)" stroke-linejoin="round">
<path d="${details}" fill="none" stroke="#07090d" stroke-width="9"/><path d="${details}" fill="none" stroke="#4a525e" stroke-width="5"/>
<path d="${plain}${painted}" fill="none" ${rim}/>
<path d="${painted}" fill="url(#paint)"/>
<path d="${painted}" fill="url(#finish)"/>
${wear > 0 ? html`<path d="${painted}" fill="url(#scratches)" opacity="${0.13 * wear}"/>` : undefined}
<path d="${painted}" fill="url(#light)" stroke="#07090d" stroke-opacity=".55" stroke-width="2"/>
<path d="${plain}" fill="${plainFill}" fill-rule="evenodd" stroke="#07090d" stroke-width="2"/>
<path d="${details}" fill="none" stroke="#07090d" stroke-opacity=".55" stroke-width="2.5" stroke-linecap="round"/>
<path d="${details}" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1" stroke-linecap="round" transform="translate(0 1.5)"/>
</g>
${statTrak ? STATTRAK_COUNTER : undefined}
<rect y="300" width="512" height="76" fill="url(#rise)"/>
<rect y="374" width="512" height="10" fill="${color}"/>
</svg>
`;
}

function gradients(color: string, { palette: [ground, second] }: Finish): Html {
  return html`<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#171c26"/><stop offset="1" stop-color="#0b0e14"/></linearGradient>
<radialGradient id="glow" cx=".5" cy=".48" r=".62"><stop stop-color="${color}" stop-opacity=".5"/><stop offset=".55" stop-color="${color}" stop-opacity=".16"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>
<linearGradient id="rise" x1="0" y1="1" x2="0" y2="0"><stop stop-color="${color}" stop-opacity=".32"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></linearGradient>
<linearGradient id="paint"><stop stop-color="${ground}"/><stop offset=".6" stop-color="${ground}"/><stop offset="1" stop-color="${second}"/></linearGradient>
<linearGradient id="light" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".38"/><stop offset=".35" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".45"/></linearGradient>
<linearGradient id="steel" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#59616e"/><stop offset=".5" stop-color="#353b45"/><stop offset="1" stop-color="#1d2128"/></linearGradient>`;
}

/** The orange display of a weapon that counts. */
const STATTRAK_COUNTER = html`<g transform="translate(24 24)"><rect width="76" height="34" rx="6" fill="#14171d" stroke="#cf6a32" stroke-width="3"/>
<path d="M14 9v16M24 9h10v8H24v8h10M44 9h10v16H44zM44 17h10M64 9v16" fill="none" stroke="#ff8b3d" stroke-width="3"/></g>`;
