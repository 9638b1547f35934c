/** Hands a text, or the parts of one, to the browser's downloads. */
export function saveFile(name: string, text: string | readonly string[], type: string): void {
  const address = URL.createObjectURL(new Blob([text].flat(), { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
