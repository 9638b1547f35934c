import { chooserFor } from '../../chooser.ts';
import type { Item } from '../items.ts';

/** The outline of a thing in a box of 400 by 220, its muzzle or point to the left. */
export interface Silhouette {
  /** What shows the finish. */
  painted: string;
  /** What stays plain: barrels, grips, magazines. */
  plain: string;
  /** Thin lines over everything: edges, serrations, seams. */
  details: string;
  /** How far it is turned, in degrees. */
  turn: number;
  /** Cut out of paper: a white rim, and an emblem in the place of plain parts. */
  isPrint?: true;
}

export const PISTOL: Silhouette = {
  painted:
    'M74 50H330q8 0 10 8l6 36-6 10H70q-8 0-8-8V62q0-12 12-12z' +
    'M256 108h82l20 84q3 14-12 14h-50q-10 0-12-9l-14-52q-4-14-14-37z',
  plain:
    'M82 104H344l-4 14H238q-10 0-14 8l-8 18q-4 10-16 10h-24q-14 0-16-14l-2-18H82z' +
    'M172 118l2 18q1 6 7 6h18q6 0 8-5l9-19zM78 42h14v10H78zM308 40h18v12h-18zM44 70h20v18H44z',
  details:
    'M292 60v34M302 60v34M312 60v34M322 60v34M92 62h52M92 92h60M172 56h58v18h-58zM274 126l60 2M278 142l60 2' +
    'M282 158l60 2M286 174l60 2M190 118q-8 12 2 20',
  turn: -10,
};

const REVOLVER: Silhouette = {
  painted: 'M40 56H214l12-8h58q16 0 24 12l18 30-6 26H214l-10-10H40zM282 112l46-6 34 80q5 14-8 17l-34 7q-12 2-16-9z',
  plain:
    'M24 62h18v44H24zM196 44h22v12h-22zM214 62h70q8 0 8 8v34q0 8-8 8h-70q-8 0-8-8V70q0-8 8-8zM306 56l26-14 6 10-22 20z',
  details:
    'M216 74h66M216 87h66M216 100h66M52 70h140M52 92h140M60 81h110M222 116q2 34 34 34 22 0 28-26M252 116q-6 14 4 26',
  turn: -10,
};

export const SMG: Silhouette = {
  painted: 'M78 62H306q10 0 10 10v40q0 6-6 6H84q-14 0-14-14V70q0-8 8-8zM258 118h40l18 56q3 12-9 12h-22q-9 0-11-8z',
  plain:
    'M26 80h46v18H26zM12 76h18v26H12zM184 118h40l10 84q1 8-7 8h-28q-8 0-9-8zM96 118h26l-3 36q-1 8-10 8t-10-8z' +
    'M316 74h66q8 0 8 8v64h-16V90h-58zM130 48h56v14h-56zM236 50h22v12h-22z',
  details:
    'M86 76h70M86 88h70M86 100h70M180 72h56v18h-56zM192 136l36 2M194 156l36 2M196 176l36 2M226 120q2 32 40 28M264 138h38',
  turn: -8,
};

export const AK: Silhouette = {
  painted:
    'M104 82l14-14H252q12 0 18 8l14 16v22H150l-46-8zM280 88l98 6q12 1 12 12v40q0 10-10 6l-86-32-14-8z' +
    'M162 114h46q0 46-46 80-4 4-9 1l-18-13q-5-4-1-9 27-30 28-59z',
  plain:
    'M4 84H106v12H4zM26 84l6-24h8v24zM58 70h52v10H58zM248 114h30l16 48q3 10-8 10h-18q-7 0-9-7zM246 58h16v12h-16z' +
    'M4 80h16v20H4z',
  details:
    'M114 92h44M118 80h40M166 76h76v14h-76zM206 118q4 28 42 22M172 128l32 3M168 146l30 6M158 164l26 10M284 94l4 20M176 102h90',
  turn: -8,
};

const CARBINE: Silhouette = {
  painted:
    'M88 76H190l8-12h76q10 0 12 10l4 22v20H186l-4-8H88q-6 0-6-6V82q0-6 6-6z' +
    'M318 76h58q12 0 12 12v52q0 8-8 6l-44-10q-18-4-18-22z',
  plain:
    'M4 86h80v10H4zM0 82h30v18H0zM288 82h32v18h-32zM206 116h38l-4 66q-1 8-9 9l-26 2q-8 0-8-8zM254 116h32l18 48q3 10-7 11' +
    'l-20 1q-7 0-9-7zM60 52h12v26H60zM204 40h58q6 0 6 6v8h-12v10h-44V54h-14v-8q0-6 6-6z',
  details:
    'M96 84h86M96 92h86M96 100h86M204 76h44v14h-44zM206 134l34 2M204 152l34 2M202 170l34 2M240 120q6 24 26 20M336 86v42M350 86v46',
  turn: -8,
};

const AWP: Silhouette = {
  painted:
    'M116 92H262l16-4 110-8q10-1 10 9v66q0 8-8 8h-30q-8 0-12-6l-16-24q-6-8-14 0l-12 24q-6 12-20 12h-14q-10 0-12-10l-6-27' +
    'h-36l-10 6h-66q-8 0-14-6l-18-22q-6-8 2-12z',
  plain:
    'M0 98h112v10H0zM0 92h26v22H0zM160 50h44l8-8h50q8 0 8 8v20q0 8-8 8h-50l-8-8h-44q-4 8-12 8h-20q-6 0-6-6V48q0-6 6-6h20' +
    'q8 0 12 8zM190 72h12v22h-12zM240 76h12v18h-12zM170 138h48l-4 22q-1 6-8 6h-28q-6 0-7-6zM270 84l22-16 8 8-18 16z',
  details: 'M130 104h88M228 100h34v14h-34zM136 50v18M262 52v18M212 50v20M370 92v56M232 138q4 20 26 18M130 116h80',
  turn: -8,
};

const AUTO_SNIPER: Silhouette = {
  painted:
    'M110 84H270q8 0 10 8l4 28H190l-6 8h-68q-12 0-12-12V90q0-6 6-6zM300 88h74q14 0 14 14v42q0 8-8 8h-36q-10 0-16-8l-28-34z',
  plain:
    'M0 94h106v12H0zM0 90h24v20H0zM284 92h18v20h-18zM150 44h60l6-6h46q6 0 6 6v22q0 6-6 6h-46l-6-6h-60q-4 6-10 6h-18V38h18' +
    'q6 0 10 6zM176 66h12v18h-12zM232 70h12v14h-12zM186 128h40l-6 52q-1 6-8 6h-22q-7 0-6-7zM248 120h32l18 48q3 10-8 10h-18' +
    'q-7 0-9-7z',
  details: 'M118 96h70M118 108h70M206 92h48v14h-48zM190 144h32M188 160h32M228 122q4 28 30 22M322 100h48M128 46v20',
  turn: -8,
};

const SHOTGUN: Silhouette = {
  painted:
    'M72 96h84q10 0 10 10v12q0 10-10 10H72q-10 0-10-10v-12q0-10 10-10zM196 72h86q8 0 10 8l4 12v30H196z' +
    'M294 86l90 20q10 2 10 12v38q0 8-8 6l-64-28q-8-4-12 4l-6 14q-4 10-14 8l-12-4q-8-3-6-11l8-23z',
  plain: 'M6 78h194v14H6zM26 98h172v16H26zM10 70h8v10h-8zM196 64h14v10h-14z',
  details:
    'M82 100v24M94 100v24M106 100v24M118 100v24M130 100v24M142 100v24M214 82h48v14h-48zM236 122q4 26 36 20M318 104l62 18',
  turn: -8,
};

const MACHINE_GUN: Silhouette = {
  painted:
    'M110 70H276q10 0 12 10l4 40H130q-8 0-12-6l-14-26q-8-18 6-18zM308 84h70q12 0 12 12v52q0 8-8 7l-48-9q-14-3-18-16z' +
    'M150 126h82q8 0 8 8v54q0 10-10 10h-78q-10 0-10-10v-54q0-8 8-8z',
  plain:
    'M0 84h112v14H0zM0 78h30v26H0zM290 90h20v20h-20zM250 120h32l18 50q3 10-8 10h-18q-7 0-9-7zM44 98h12l-18 84H26z' +
    'M62 98h12l22 84H84zM150 54h76v8h-14v10h-12V62h-26v10h-12V62h-12z',
  details:
    'M40 86h60M40 94h60M134 82h70v16h-70zM156 142h78M156 158h78M156 174h78M236 122q4 28 26 22M326 96v34M340 96v38',
  turn: -8,
};

export const STRAIGHT_KNIFE: Silhouette = {
  painted: 'M6 112Q60 62 150 62h84l14 10v54H96q-60 4-90-14z',
  plain: 'M246 54h16q6 0 6 6v74q0 6-6 6h-10q-6 0-6-6zM268 74q60-8 104-4 24 4 24 26 0 26-24 30-54 4-104-4z',
  details:
    'M96 74h138M60 100h184M120 82h90M288 78v42M308 76v46M328 74v50M348 74v50M372 98m-7 0a7 7 0 1 0 14 0 7 7 0 1 0-14 0',
  turn: -24,
};

export const CLAW: Silhouette = {
  painted: 'M30 214C8 104 88 26 214 34l10 54C132 84 84 128 30 214z',
  plain:
    'M212 28l18 2 8 62-16 2zM236 36c56 8 96 34 126 78a34 34 0 1 1-50 30c-16-24-42-40-70-46zM346 128a18 18 0 1 0 .1 0z',
  details: 'M40 192C50 106 110 62 214 62M72 112q40-56 132-62M260 50l-4 48M286 62l-10 46M310 80l-16 42',
  turn: -6,
};

const BUTTERFLY: Silhouette = {
  painted: 'M4 108Q54 58 206 76l4 36Q90 132 4 108z',
  plain:
    'M206 70l170-34q14-2 16 10l2 12q2 10-10 13L214 98zM206 98l172 36q12 4 10 15l-3 12q-3 11-15 8L202 122z' +
    'M212 82a14 14 0 1 0 .1 0z',
  details: 'M40 104q70-26 164-18M246 68l96-20M246 78l96-20M246 112l94 22M244 122l94 22M212 90a6 6 0 1 0 .1 0z',
  turn: -18,
};

const HAND =
  'M30 176V128L10 98Q2 84 14 77q11-5 20 7l12 16V38q0-12 11-12t11 12v44h4V22q0-12 12-12t12 12v60h4V28q0-12 11-12t11 12v60h4' +
  'V50q0-11 10-11t10 11v78q0 26-14 48z';
const OTHER_HAND =
  'M370 176v-48l20-30q8-14-4-21-11-5-20 7l-12 16V38q0-12-11-12t-11 12v44h-4V22q0-12-12-12t-12 12v60h-4V28q0-12-11-12t-11 12' +
  'v60h-4V50q0-11-10-11t-10 11v78q0 26 14 48z';
export const GLOVES: Silhouette = {
  painted: `${HAND}${OTHER_HAND}`,
  plain:
    'M26 172h112q6 0 6 6v28q0 6-6 6H26q-6 0-6-6v-28q0-6 6-6zM262 172h112q6 0 6 6v28q0 6-6 6H262q-6 0-6-6v-28q0-6 6-6z' +
    'M48 92h98q4 0 4 4v12q0 4-4 4H48q-4 0-4-4V96q0-4 4-4zM254 92h98q4 0 4 4v12q0 4-4 4h-98q-4 0-4-4V96q0-4 4-4z',
  details:
    'M46 60h22M72 56h24M100 56h22M126 64h20M254 64h20M278 56h22M304 56h24M332 60h22M56 128q34 18 76 0M52 146q40 18 82 0' +
    'M268 128q42 18 76 0M266 146q42 18 82 0M20 192h124M256 192h124',
  turn: 0,
};

const CASE: Silhouette = {
  painted: 'M52 78L84 34q4-6 12-6h208q8 0 12 6l32 44v122q0 10-10 10H62q-10 0-10-10z',
  plain:
    'M44 76h312q6 0 6 6v22q0 6-6 6H44q-6 0-6-6V82q0-6 6-6zM92 110h22v100H92zM286 110h22v100h-22zM168 70h64q6 0 6 6v44' +
    'q0 6-6 6h-64q-6 0-6-6V76q0-6 6-6zM164 14h72q6 0 6 6v10h-14v-4h-56v4h-14V20q0-6 6-6z',
  details:
    'M60 104v96h280v-96M88 40h224M72 66h256M180 84h40v28h-40zM200 92v12M128 126h144M128 142h144M128 196h144M100 120h6' +
    'M100 200h6M294 120h6M294 200h6',
  turn: 0,
};

const AGENT: Silhouette = {
  painted: 'M142 76q0-62 58-62t58 62v12H142zM60 220q2-60 52-70l42-10h92l42 10q50 10 52 70z',
  plain:
    'M148 86h104v22q0 40-52 44-52-4-52-44zM138 72h124v14H138zM136 84h16v34h-16zM248 84h16v34h-16zM130 148h26v72h-26z' +
    'M244 148h26v72h-26zM160 176h80q6 0 6 6v38h-92v-38q0-6 6-6z',
  details:
    'M158 92h38q6 0 6 6v8q0 12-12 12h-20q-12 0-12-12zM204 98q0-6 6-6h32v14q0 12-12 12h-14q-12 0-12-12zM176 130h48M182 140h36' +
    'M200 16v54M160 190h30v20h-30zM210 190h30v20h-30zM86 166q-10 20-10 50M314 166q10 20 10 50',
  turn: 0,
};

const ROUND = 'M200 6a104 104 0 1 1-.1 0z';
const SHIELD = 'M200 4l96 28v76q0 70-96 108-96-38-96-108V32z';
const BADGE = 'M200 2l94 54v108l-94 54-94-54V56z';
const STICKERS: Silhouette[] = [
  [ROUND, 'M200 44l20 44 48 6-35 33 9 47-42-23-42 23 9-47-35-33 48-6z', 'M200 22a88 88 0 1 1-.1 0z'],
  [
    SHIELD,
    'M138 150l-14-80 42 34 34-56 34 56 42-34-14 80zM138 160h124v14H138z',
    'M200 20l82 24v64q0 58-82 92-82-34-82-92V44z',
  ],
  [BADGE, 'M216 36l-66 86h42l-14 64 72-92h-44z', 'M200 20l78 45v90l-78 45-78-45V65z'],
  [
    ROUND,
    'M204 40q44 40 36 66 14-4 14-20 22 54-20 84-30 18-62-2-38-28-20-72 4 14 16 16-6-40 36-72z',
    'M200 22a88 88 0 1 1-.1 0z',
  ],
  [
    SHIELD,
    'M194 46h12v30a34 34 0 0 1 28 28h30v12h-30a34 34 0 0 1-28 28v30h-12v-30a34 34 0 0 1-28-28h-30v-12h30a34 34 0 0 1 28-28z' +
      'M200 92a18 18 0 1 0 .1 0z',
    'M200 20l82 24v64q0 58-82 92-82-34-82-92V44z',
  ],
].map(([painted = '', plain = '', details = '']) => ({ painted, plain, details, turn: 6, isPrint: true }));

const BY_CATEGORY: Record<Exclude<Item['category'], 'Stickers'>, Silhouette> = {
  Pistols: PISTOL,
  SMGs: SMG,
  Rifles: CARBINE,
  'Sniper Rifles': AUTO_SNIPER,
  Shotguns: SHOTGUN,
  'Machine Guns': MACHINE_GUN,
  Knives: STRAIGHT_KNIFE,
  Gloves: GLOVES,
  Cases: CASE,
  Agents: AGENT,
};

/** Weapons that everyone knows by their outline. */
const BY_WEAPON: Partial<Record<NonNullable<Item['weapon']>, Silhouette>> = {
  'R8 Revolver': REVOLVER,
  'AK-47': AK,
  'Galil AR': AK,
  AWP: AWP,
  'SSG 08': AWP,
  Karambit: CLAW,
  'Talon Knife': CLAW,
  'Butterfly Knife': BUTTERFLY,
};

export function silhouetteOf({ category, weapon, design }: Item): Silhouette {
  if (category === 'Stickers') return chooserFor(design, 'emblem')(STICKERS);
  return (weapon && BY_WEAPON[weapon]) ?? BY_CATEGORY[category];
}

/** The crate that stands for a collection. */
export const COLLECTION_SILHOUETTE = CASE;
