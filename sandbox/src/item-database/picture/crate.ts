import { type Html, html } from '../../pages/html.ts';
import type { Emblem } from './emblems.ts';

/** A crate with an emblem on its front, as large as the picture of an item. */
export function drawCrate({ label, color, accent, drawing }: Emblem): Html {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 384" width="512" height="384" role="img" aria-label="${label}">
<defs>
<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#171c26"/><stop offset="1" stop-color="#0b0e14"/></linearGradient>
<radialGradient id="glow" cx=".5" cy=".5" r=".6"><stop stop-color="${accent}" stop-opacity=".45"/><stop offset="1" stop-color="${accent}" stop-opacity="0"/></radialGradient>
<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".22"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".45"/></linearGradient>
<linearGradient id="steel" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#8b95a3"/><stop offset="1" stop-color="#3a414c"/></linearGradient>
</defs>
<rect width="512" height="384" fill="url(#ground)"/>
<rect width="512" height="384" fill="url(#glow)"/>
<ellipse cx="256" cy="344" rx="190" ry="18" fill="#000" opacity=".45"/>
<g stroke="#07090d" stroke-width="5" stroke-linejoin="round">
<path d="M84 128l48-58h248l48 58z" fill="${color}"/><path d="M84 128l48-58h248l48 58z" fill="#fff" fill-opacity=".18"/>
<path d="M84 150h344v186H84z" fill="${color}"/><path d="M84 150h344v186H84z" fill="url(#shade)"/>
<path d="M74 126h364v30H74z" fill="url(#steel)"/>
<path d="M84 156h30v180H84zM398 156h30v180h-30z" fill="url(#steel)"/>
<path d="M132 172h248v148H132z" fill="#10141c" fill-opacity=".72" stroke="${accent}" stroke-opacity=".7" stroke-width="3"/>
<path d="M232 118h48v32q0 10-10 10h-28q-10 0-10-10z" fill="${accent}"/>
</g>
<g fill="#07090d" opacity=".7"><circle cx="99" cy="176" r="5"/><circle cx="99" cy="316" r="5"/><circle cx="413" cy="176" r="5"/><circle cx="413" cy="316" r="5"/></g>
<g transform="translate(156 186)">${drawing}</g>
<rect y="374" width="512" height="10" fill="${accent}"/>
</svg>
`;
}
