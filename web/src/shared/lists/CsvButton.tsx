import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ListPage } from '../../data/every-page.ts';
import { ErrorLine } from '../errors/ErrorLine.tsx';
import { useFormat } from '../format/index.ts';
import { Icon } from '../icons/index.tsx';
import { saveFile } from '../security/save-file.ts';
import { sharedTexts, useTexts } from '../texts/index.ts';
import { csvLines, csvOf } from './csv-of.ts';

/** A file needs a name without an ending, columns, and all rows of the filter. */
export interface CsvSource<Row> {
  name: string;
  columns: readonly { header: string; csv: (row: Row) => string | number | null | undefined }[];
  pages: (signal: AbortSignal) => AsyncIterable<ListPage<Row>>;
}

/** Downloads a whole list as CSV page by page, shows the progress and can be stopped. */
export function CsvButton<Row>({ source }: { source: CsvSource<Row> }) {
  const texts = useTexts(sharedTexts).csv;
  const { number } = useFormat();
  const { progress, error, start, stop } = useCsv(source);
  if (progress === null) {
    return (
      <>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Icon name="download" size={15} />}
          aria-label={texts.ofAll}
          onClick={start}
        >
          {texts.name}
        </Button>
        <ErrorLine error={error} />
      </>
    );
  }
  return (
    <Button variant="default" size="compact-md" leftSection={<Icon name="pause" size={15} />} onClick={stop}>
      {texts.progress(number(progress.done), number(progress.total))} · {texts.stop}
    </Button>
  );
}

function useCsv<Row>({ name, columns, pages }: CsvSource<Row>) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const gather = async (signal: AbortSignal) => {
    const parts = [csvOf([columns.map(({ header }) => header)])];
    let done = 0;
    let total: number | null = null;
    for await (const { data, meta } of pages(signal)) {
      parts.push(csvLines(data.map((row) => columns.map(({ csv }) => String(csv(row) ?? '')))));
      done += data.length;
      // The first page knows the total; later answers of a walked list count the rest.
      total ??= meta.total;
      setProgress({ done, total });
    }
    saveFile(`${name}.csv`, parts, 'text/csv;charset=utf-8');
  };

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setError(null);
    setProgress({ done: 0, total: 0 });
    try {
      await gather(controller.signal);
    } catch (fault) {
      if (!controller.signal.aborted) setError(fault);
    }
    setProgress(null);
  };
  return { progress, error, start, stop };
}
