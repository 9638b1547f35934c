import { chooserFor } from '../../chooser.ts';
import { type Html, html } from '../../pages/html.ts';

type Palette = readonly [ground: string, second: string, accent: string];
type PatternName = keyof typeof PATTERNS;

export interface Finish {
  palette: Palette;
  pattern: Html;
  patternTurn: number;
  /** The colors of the palette run into each other. */
  isBlend: boolean;
}

const PALETTES: Palette[] = [
  ['#1f7a8c', '#0b3c49', '#e1e5f2'],
  ['#c8553d', '#588b8b', '#ffd5c2'],
  ['#3d348b', '#7678ed', '#f7b801'],
  ['#2d6a4f', '#95d5b2', '#1b4332'],
  ['#9b2226', '#ee9b00', '#001219'],
  ['#52489c', '#59c3c3', '#ebebeb'],
  ['#6a4c93', '#ff595e', '#ffca3a'],
  ['#386641', '#a7c957', '#f2e8cf'],
  ['#b56576', '#355070', '#eaac8b'],
  ['#0077b6', '#90e0ef', '#03045e'],
  ['#6c757d', '#343a40', '#e9c46a'],
  ['#d62828', '#003049', '#fcbf49'],
  ['#7f5539', '#ddb892', '#432818'],
  ['#118ab2', '#ef476f', '#ffd166'],
];

/** Tiles that fit on all sides. */
const PATTERNS = {
  stripes: ([, second, accent]: Palette) =>
    html`<path d="M0 0h22v80H0z" fill="${second}"/><path d="M34 0h6v80h-6z" fill="${accent}"/><path d="M62 0h3v80h-3z" fill="${second}"/>`,
  camouflage: ([, second, accent]: Palette) =>
    html`<path d="M6 8q18-12 30 2t22 4-2 20-26 2-22 8-10-18 8-18z" fill="${second}"/><path d="M50 48q16-8 24 4t-8 20-22 0 6-24z" fill="${accent}" opacity=".75"/><path d="M10 56q12-6 20 4t-8 14-16-4 4-14z" fill="#000" opacity=".3"/>`,
  hexagons: ([, second, accent]: Palette) =>
    html`<path d="M20 2l18 10v22L20 44 2 34V12zM60 38l18 10v22L60 80 42 70V48z" fill="${second}"/><path d="M60 6l10 6v12l-10 6-10-6V12z" fill="${accent}" opacity=".8"/>`,
  shards: ([, second, accent]: Palette) =>
    html`<path d="M0 0l34 12L18 44zM80 80L44 62l22-30z" fill="${second}"/><path d="M40 0l28 6-20 22zM8 56l24 2-18 20z" fill="${accent}" opacity=".85"/><path d="M34 12l14 16-30 16z" fill="#000" opacity=".28"/>`,
  waves: ([, second, accent]: Palette) =>
    html`<path d="M0 16q20-16 40 0t40 0v14q-20 16-40 0T0 30z" fill="${second}"/><path d="M0 54q20-16 40 0t40 0v6q-20 16-40 0T0 60z" fill="${accent}" opacity=".85"/>`,
  sheen: () =>
    html`<path d="M0 0h10v80H0zM46 0h5v80h-5z" fill="#fff" opacity=".16"/><path d="M20 0h16v80H20z" fill="#000" opacity=".08"/>`,
  fangs: ([, second, accent]: Palette) =>
    html`<path d="M0 0h80L60 34 50 12 40 44 30 14 18 36z" fill="${second}"/><path d="M0 80l14-30 10 16 16-36 12 34 12-18 16 34z" fill="${accent}" opacity=".85"/>`,
  bolts: ([, second, accent]: Palette) =>
    html`<path d="M0 14l30-8-6 18 32-10-8 20 32-10v16L36 52l8-18L10 44l6-16L0 32z" fill="${second}"/><path d="M0 66l26-8-4 12 34-8-6 12 30-6v6L40 86l4-10L0 80z" fill="${accent}" opacity=".9"/>`,
  web: ([, , accent]: Palette) =>
    html`<path d="M40 40L0 0M40 40L80 0M40 40L0 80M40 40L80 80M40 40V0M40 40v40M40 40H0M40 40h40M20 20q20 10 40 0-10 20 0 40-20-10-40 0 10-20 0-40zM30 30q10 4 20 0-4 10 0 20-10-4-20 0 4-10 0-20z" fill="none" stroke="${accent}" stroke-width="2.5" opacity=".85"/>`,
  splashes: ([, second, accent]: Palette) =>
    html`<circle cx="18" cy="20" r="14" fill="${second}"/><circle cx="56" cy="52" r="18" fill="${second}"/><circle cx="52" cy="14" r="6" fill="${accent}"/><circle cx="22" cy="60" r="9" fill="${accent}" opacity=".8"/><circle cx="36" cy="36" r="4" fill="${accent}"/>`,
  circuit: ([, second, accent]: Palette) =>
    html`<path d="M0 20h24l12 12h44M0 60h40l10-10h30M20 80V60M60 0v32" fill="none" stroke="${second}" stroke-width="7"/><path d="M0 40h16l8-8h20M50 70h30" fill="none" stroke="${accent}" stroke-width="3"/><circle cx="46" cy="32" r="5" fill="${accent}"/>`,
};

/** Finishes that everyone knows look roughly like themselves. */
const KNOWN_LOOKS: [words: RegExp, palette: Palette, pattern: PatternName, isBlend?: 'blend'][] = [
  [/Asiimov/, ['#e9ecef', '#f77f00', '#212529'], 'shards'],
  [/Printstream/, ['#f1f3f5', '#212529', '#adb5bd'], 'circuit'],
  [/Marble Fade/, ['#e63946', '#f4a623', '#2f6fed'], 'waves', 'blend'],
  [/\| Fade/, ['#ffd34d', '#e8439a', '#6d3bd1'], 'sheen', 'blend'],
  [/Vulcan|Water Elemental|Aquamarine/, ['#e8eef4', '#1273c4', '#16263a'], 'fangs'],
  [/Howl|Wildfire|Fire|Incinegator|Heat/, ['#2a1418', '#d4381c', '#ffb02e'], 'fangs'],
  [/Lightning|Gungnir|Thunder/, ['#3b1f7a', '#8f6bff', '#e9f4ff'], 'bolts'],
  [/Gamma Doppler|Emerald/, ['#06462f', '#08a045', '#9be15d'], 'waves', 'blend'],
  [/Doppler|Galaxy|Nebula/, ['#24105e', '#7a1fd1', '#f72585'], 'waves', 'blend'],
  [/Redline|Cyrex|Bloodsport/, ['#22252b', '#6b1016', '#d90429'], 'stripes'],
  [/Crimson|Slaughter|Code Red|Candy Apple|Hot Rod/, ['#9d0208', '#6a040f', '#240046'], 'web'],
  [/Tiger Tooth|Lore|Golden|Medusa/, ['#d9a21b', '#8d6b14', '#fff3b0'], 'shards'],
  [/\| Vice/, ['#14213d', '#00b4d8', '#ff4d9d'], 'stripes'],
  [/Imperial|Fluxo|00 Nation/, ['#006d3c', '#0b8f4d', '#ffd60a'], 'shards'],
  [/Hyper Beast|Neon|Chromatic/, ['#00b4a6', '#f72585', '#ffd166'], 'splashes'],
  [/Case Hardened|Blue Steel|Damascus/, ['#4a6fa5', '#b08d57', '#1d3557'], 'splashes'],
  [/Safari|Sand|Desert|Predator|VariCamo/, ['#c2a878', '#8a7350', '#5e503f'], 'camouflage'],
  [/Forest|Jungle|Sage|Army|Hedge/, ['#4f5d3a', '#2f3e22', '#7d8f5a'], 'camouflage'],
  [/Night|Black|Howl|Dark/, ['#1d2433', '#39486b', '#c9ada7'], 'shards'],
];
const STEEL: Finish = { palette: ['#c5ccd6', '#7d8794', '#f8f9fa'], pattern: html``, patternTurn: 0, isBlend: false };

export function finishOf(design: string, isPainted: boolean): Finish {
  if (!isPainted) return STEEL;
  const choose = chooserFor(design, 'finish');
  const patternTurn = choose([0, 20, 35, 50, 65, 110, 140, 155]);
  const known = KNOWN_LOOKS.find(([words]) => words.test(design));
  const palette = known?.[1] ?? choose(PALETTES);
  const patternName = known?.[2] ?? choose(Object.keys(PATTERNS) as PatternName[]);
  return { palette, pattern: PATTERNS[patternName](palette), patternTurn, isBlend: known?.[3] === 'blend' };
}
