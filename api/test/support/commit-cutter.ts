import { readAnswers, readStatements, standBefore } from './database-wire.ts';

export interface CommitCutter {
  /** The app must be given this address of the database. */
  url: string;
  /**
   * From here on connections break at the commit of every transaction that has sent a statement like this: before the
   * commit has reached the server, or when the server has done it and its answer is on the way back.
   */
  cut(lost: 'commit' | 'answer', statement: RegExp): void;
  cuts(): number;
  close(): Promise<void>;
}

/** It stands between an app and PostgreSQL. Connections after a cut get through as before. */
export async function openCommitCutter(databaseUrl: string): Promise<CommitCutter> {
  let order: { lost: 'commit' | 'answer'; statement: RegExp } | null = null;
  let cuts = 0;

  const standing = await standBefore(databaseUrl, (client, upstream) => {
    let sent: string[] = [];
    let unanswered = 0;
    let isCommitUnderWay = false;

    const breakOff = () => {
      client.destroy();
      upstream.destroy();
    };
    const onStatement = (text: string, pass: () => void) => {
      sent = text === 'begin' ? [] : [...sent, text];
      const isCut = text === 'commit' && order !== null && sent.some((each) => order?.statement.test(each));
      if (isCut) cuts += 1;
      if (isCut && order?.lost === 'commit') return breakOff();
      isCommitUnderWay = isCut;
      unanswered += 1;
      pass();
    };
    const onDone = () => {
      unanswered -= 1;
      if (isCommitUnderWay && unanswered === 0) breakOff();
    };

    client.on(
      'data',
      readStatements(onStatement, (bytes) => upstream.write(bytes)),
    );
    const follow = readAnswers(() => undefined, onDone);
    upstream.on('data', (chunk: Buffer) => {
      follow(chunk);
      if (!isCommitUnderWay) client.write(chunk);
    });
  });
  return {
    ...standing,
    cut: (lost, statement) => {
      order = { lost, statement };
    },
    cuts: () => cuts,
  };
}
