import { type Html, html } from '../../pages/html.ts';
import { EXTERIORS } from '../grades.ts';
import { type Collection, colorOf, type Item } from '../items.ts';
import { type CutOut, drawCutOut, type Frame, frameOf } from './cut-out.ts';
import { finishOf } from './finishes.ts';
import { COLLECTION_OUTLINE, outlineOf } from './outlines/outline-of.ts';

/** The picture depends on the item's name alone, so it is the same on every machine. */
export function drawItem(item: Item): Html {
  return drawThing(item.name, cutOutOf(item));
}

export function drawCollection({ name }: Collection): Html {
  const finish = finishOf(name, true);
  const color = finish.palette[0];
  return drawThing(name, { color, outline: COLLECTION_OUTLINE, finish, wear: 0, statTrak: false });
}

export function cutOutOf(item: Item): CutOut {
  const isVanillaKnife = item.category === 'Knives' && !item.exterior;
  return {
    color: colorOf(item),
    outline: outlineOf(item),
    finish: finishOf(item.design, !isVanillaKnife),
    wear: item.exterior ? EXTERIORS.indexOf(item.exterior) : 0,
    statTrak: item.statTrak,
  };
}

export const sheet = (label: string, { x, y, width, height }: Frame, drawing: Html): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
${drawing}
</svg>
`;

const drawThing = (label: string, cutOut: CutOut): Html => sheet(label, frameOf(cutOut.outline), drawCutOut(cutOut));
