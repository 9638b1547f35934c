import { chooserFor } from '../chooser.ts';
import { type Html, html } from '../pages/html.ts';
import type { Account } from './accounts.ts';

const GROUNDS = ['#2b6cb0', '#2f855a', '#b7791f', '#9b2c2c', '#6b46c1', '#b83280', '#2c7a7b', '#4a5568', '#c05621'];
const SHIRTS = ['#edf2f7', '#1a202c', '#f6e05e', '#68d391', '#63b3ed', '#fc8181', '#b794f4'];
const SKINS = ['#f7d7c0', '#eebf9b', '#d99e73', '#b97a50', '#8f5a37', '#6b4127'];
const HAIRS = ['#17130f', '#2e1f16', '#4b2e1c', '#7a4a25', '#b98a4a', '#8c2f1b', '#d8d2c7'];

/** Drawn behind the head (long hair) and in front of it (fringe), on a canvas of 96 by 96. */
const HAIRCUTS = [
  { behind: '', before: 'M29 42c-1-17 8-25 19-25s20 8 19 25c-3-8-8-11-19-11s-16 3-19 11z' },
  {
    behind: 'M26 74V42c0-16 9-25 22-25s22 9 22 25v32z',
    before: 'M30 43c2-14 10-16 18-16s16 2 18 16c-9-3-13-9-15-11-4 6-11 9-21 11z',
  },
  {
    behind: 'M24 56c-6-24 6-42 24-42s30 18 24 42c-6 8-42 8-48 0z',
    before: 'M31 40c4-10 10-12 17-12s13 2 17 12c-8-5-26-5-34 0z',
  },
  { behind: '', before: 'M29 40c-2-15 7-24 20-24 10 0 19 6 18 22-5-2-7-8-8-10-7 6-22 4-30 12z' },
  { behind: 'M61 20a10 10 0 1 1 12 12z', before: 'M29 43c-1-18 8-26 19-26s20 8 19 26c-4-10-10-14-19-14s-15 4-19 14z' },
];
const MOUTHS = ['M41 58q7 6 14 0', 'M42 59q6 3 12 0', 'M42 59h12', 'M41 57q7 9 14 0z'];
const EXTRAS = [
  html``,
  html``,
  html`<g fill="none" stroke="#1a202c" stroke-width="2"><circle cx="40" cy="46" r="6"/><circle cx="56" cy="46" r="6"/><path d="M46 46h4"/></g>`,
  html`<path d="M27 46a21 23 0 0 1 42 0" fill="none" stroke="#1a202c" stroke-width="4"/><rect x="23" y="42" width="8" height="14" rx="4" fill="#1a202c"/><rect x="65" y="42" width="8" height="14" rx="4" fill="#1a202c"/>`,
  html`<path d="M27 35c0-14 9-21 21-21s21 7 21 21z" fill="#1a202c"/><path d="M27 33h52q2 5-4 5H27z" fill="#2d3748"/>`,
];

/** Light from above left, on the ground and on what is before it. */
const LIGHT = html`<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".4"/></linearGradient>
<linearGradient id="s" x1="0" y1="0" x2="1" y2="0"><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient></defs>`;
const ground = (color: string): Html =>
  html`${LIGHT}<rect width="96" height="96" fill="${color}"/><rect width="96" height="96" fill="url(#g)"/><circle cx="76" cy="16" r="40" fill="#fff" opacity=".08"/>`;

export const drawAvatar = (account: Account): Html =>
  account.role === 'robot' ? drawRobot(account) : drawPerson(account);

function drawRobot({ platformId, name }: Account): Html {
  const choose = chooserFor(platformId, 'robot');
  const groundColor = choose(GROUNDS);
  const light = choose(['#63b3ed', '#68d391', '#f6e05e', '#fc8181', '#b794f4']);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="184" height="184" role="img" aria-label="${name}">
${ground(groundColor)}
<path d="M48 12v14" stroke="#cbd5e0" stroke-width="4"/><circle cx="48" cy="11" r="5" fill="${light}"/>
<path d="M14 100c0-20 14-27 34-27s34 7 34 27z" fill="#718096"/><path d="M40 68h16v10H40z" fill="#4a5568"/>
<path d="M14 100c0-20 14-27 34-27s34 7 34 27z" fill="url(#s)"/><circle cx="48" cy="88" r="5" fill="${light}" opacity=".8"/>
<path d="M16 38h6v18h-6zM74 38h6v18h-6z" fill="#8c99ab"/><rect x="22" y="25" width="52" height="44" rx="10" fill="#d7dfe9"/><rect x="22" y="25" width="52" height="44" rx="10" fill="url(#s)"/><path d="M31 28h34" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>
<rect x="29" y="34" width="38" height="17" rx="8" fill="#1a202c"/><circle cx="39" cy="42.5" r="4" fill="${light}"/><circle cx="57" cy="42.5" r="4" fill="${light}"/><path d="M33 38q6-2 12-2" stroke="#fff" stroke-opacity=".5" stroke-width="2" fill="none" stroke-linecap="round"/>
<path d="${choose(['M36 60h24', 'M37 58q11 6 22 0', 'M36 61l6-3 6 3 6-3 6 3'])}" fill="none" stroke="#2d3748" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;
}

function drawPerson({ platformId, name }: Account): Html {
  const choose = chooserFor(platformId, 'avatar');
  const groundColor = choose(GROUNDS);
  const shirt = choose(SHIRTS);
  const skin = choose(SKINS);
  const hair = choose(HAIRS);
  const { behind, before } = choose(HAIRCUTS);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="184" height="184" role="img" aria-label="${name}">
${ground(groundColor)}
<path d="${behind}" fill="${hair}"/>
<path d="M14 100c0-20 14-29 34-29s34 9 34 29z" fill="${shirt}"/><path d="M14 100c0-20 14-29 34-29s34 9 34 29z" fill="url(#s)"/><path d="M36 73q12 12 24 0" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="3"/>
<path d="M41 60h14v13q-7 6-14 0z" fill="${skin}"/>
<path d="M41 66q7 5 14 0v4q-7 5-14 0z" fill="#000" opacity=".12"/>
<ellipse cx="30" cy="48" rx="4" ry="5.5" fill="${skin}"/><ellipse cx="66" cy="48" rx="4" ry="5.5" fill="${skin}"/>
<ellipse cx="48" cy="46" rx="18" ry="21" fill="${skin}"/><ellipse cx="48" cy="46" rx="18" ry="21" fill="url(#s)"/>
<path d="M48 47q3 5-1 6" fill="none" stroke="#000" stroke-opacity=".28" stroke-width="1.8" stroke-linecap="round"/>
<path d="M36 40q4-3 8-1M52 39q4-2 8 1" fill="none" stroke="${hair}" stroke-width="2.2" stroke-linecap="round"/>
<circle cx="37" cy="54" r="4" fill="#ff5a5a" opacity=".16"/><circle cx="59" cy="54" r="4" fill="#ff5a5a" opacity=".16"/>
<circle cx="40" cy="46" r="2.3" fill="#1a202c"/>
<circle cx="56" cy="46" r="2.3" fill="#1a202c"/>
<circle cx="40.8" cy="45.2" r=".8" fill="#fff"/><circle cx="56.8" cy="45.2" r=".8" fill="#fff"/>
<path d="${choose(MOUTHS)}" fill="none" stroke="#1a202c" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>
<path d="${before}" fill="${hair}"/><path d="M36 25q10-7 22-2" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width="2.5" stroke-linecap="round"/>
${choose(EXTRAS)}
</svg>
`;
}
