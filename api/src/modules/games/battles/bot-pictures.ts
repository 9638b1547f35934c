import { createHash } from 'node:crypto';

/** Where the picture of a bot is. */
export const botPicturePath = (name: string): string => `/api/battles/bots/${encodeURIComponent(name)}/picture`;

/** A robot's face as an SVG, in a colour, with eyes and with an antenna that the name alone decides. */
export function drawBot(name: string): string {
  const [hueByte = 0, eyeByte = 0, antennaByte = 0] = createHash('sha256').update(name).digest();
  const hue = Math.round((hueByte / 256) * 360);
  const eyeHeight = 5 + (eyeByte % 3) * 3;
  const antennaX = 24 + (antennaByte % 3) * 8;
  const eye = (x: number) =>
    `<rect x="${x}" y="${32 - eyeHeight / 2}" width="9" height="${eyeHeight}" rx="3" fill="hsl(${hue} 90% 78%)"/>`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" rx="14" fill="hsl(${hue} 32% 14%)"/>`,
    `<path d="M32 20L${antennaX} 11" stroke="hsl(${hue} 45% 55%)" stroke-width="3"/>`,
    `<circle cx="${antennaX}" cy="10" r="4" fill="hsl(${hue} 90% 70%)"/>`,
    `<rect x="12" y="19" width="40" height="33" rx="10" fill="hsl(${hue} 40% 42%)"/>`,
    `<rect x="17" y="24" width="30" height="16" rx="7" fill="hsl(${hue} 40% 12%)"/>`,
    eye(20),
    eye(35),
    `<path d="M24 46h16" stroke="hsl(${hue} 40% 14%)" stroke-width="3" stroke-linecap="round"/>`,
    '</svg>',
  ].join('');
}
