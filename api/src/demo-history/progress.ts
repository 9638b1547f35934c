const BAR_WIDTH = 40;
/** Where nobody watches, a line for each so many percent. */
const LINE_PERCENT = 10;

export type Output = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean };

/** Tells how far something has come: a person by a bar, a file by a line now and then. */
export function createProgress(output: Output, total: number): (done: number) => void {
  let told = 0;
  return (done) => {
    const percent = Math.min(100, Math.floor((done / total) * 100));
    const step = output.isTTY ? percent : percent - (percent % LINE_PERCENT);
    if (step === told) return;
    told = step;
    output.write(output.isTTY ? `\r${barOf(percent)} ${percent} %${percent === 100 ? '\n' : ''}` : `${step} %\n`);
  };
}

function barOf(percent: number): string {
  const filled = Math.round((percent / 100) * BAR_WIDTH);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
}
