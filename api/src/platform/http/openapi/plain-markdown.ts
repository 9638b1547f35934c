/**
 * The little of Markdown that our own pages are written in, as HTML: headings, paragraphs, tables, lists, code, links.
 * Nothing but our own words comes in here; what they quote is escaped all the same.
 */
export function htmlOf(markdown: string): string {
  return blocksOf(markdown).map(blockHtml).join('\n');
}

/** Parts between empty lines; code may have empty lines in it. */
function blocksOf(markdown: string): string[] {
  return (markdown.match(/```[\s\S]*?\n```|(?:(?!```)[^\n]+\n?)+/g) ?? []).map((block) => block.trim());
}

function blockHtml(block: string): string {
  const heading = /^(#{1,3}) (.*)$/.exec(block);
  if (heading !== null) {
    const [, marks = '', text = ''] = heading;
    return `<h${marks.length} id="${anchorOf(text)}">${inlineHtml(text)}</h${marks.length}>`;
  }
  if (block.startsWith('<!--')) return '';
  if (block.startsWith('```')) return `<pre><code>${escaped(block.split('\n').slice(1, -1).join('\n'))}</code></pre>`;
  const lines = block.split('\n');
  if (lines.every((line) => line.startsWith('|'))) return tableHtml(lines);
  if (lines.every((line) => line.startsWith('- '))) {
    return `<ul>${lines.map((line) => `<li>${inlineHtml(line.slice(2))}</li>`).join('')}</ul>`;
  }
  return `<p>${inlineHtml(lines.join(' '))}</p>`;
}

function tableHtml([head = '', _rule, ...rows]: readonly string[]): string {
  const row = (line: string, tag: 'td' | 'th') =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${inlineHtml(cell)}</${tag}>`)
      .join('')}</tr>`;
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((line) => row(line, 'td')).join('')}</tbody></table>`;
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function inlineHtml(text: string): string {
  return escaped(text)
    .replaceAll(/\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** As GitHub makes the anchor of a heading, so that links within a page hold in both places. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
