/** Only the `html` tag makes such markup, so a plain string can never pass unescaped. */
export interface Html {
  readonly markup: string;
}

type Content = Html | Html[] | string | number | undefined;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes every value put into the template, for text and for quoted attributes alike. */
export function html(literals: TemplateStringsArray, ...values: Content[]): Html {
  return { markup: literals.reduce((markup, literal, index) => markup + render(values[index - 1]) + literal) };
}

function render(content: Content): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map((part) => part.markup).join('');
  if (typeof content === 'object') return content.markup;
  return String(content).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
