import type { ReactNode } from 'react';
import type { ListPage } from '../../data/every-page.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { CsvButton } from '../../shared/lists/CsvButton.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './DataTable.module.css';
import { partTexts } from './texts.ts';
import { QUEUE_LIST } from './use-queue-keys.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  align?: 'right';
  sortBy?: string;
  /** The file has this value; without it the column is left out. */
  csv?: (row: Row) => string | number | null | undefined;
  /** Left out where there is little room, as beside a drawer; the file has it, and telephones do. */
  isForWide?: true;
  wraps?: true;
  /** Not shown: it stands in the file alone. */
  isFileOnly?: true;
  /** Where it stands on telephones, where a row is a card: a line with its name unless told. */
  phone?: 'title' | 'value' | 'meta' | 'hidden';
}

export interface TableSort {
  by: string;
  way: 'asc' | 'desc';
}

/** The table sorts by its header, opens rows, counts them and downloads all of them. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  isWaiting = false,
  keyOf,
  selectedKey = null,
  onOpen,
  sort,
  onSort,
  total,
  csvName,
  everyRow,
  filters,
  empty,
  footer,
}: {
  /** Screen readers read this name of the list. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** They are those of before, while others are on their way. */
  isWaiting?: boolean;
  keyOf: (row: Row) => string;
  selectedKey?: string | null;
  onOpen?: (row: Row) => void;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
  total?: number;
  /** With `everyRow` it is the name of the file, without its ending. */
  csvName?: string;
  everyRow?: (signal: AbortSignal) => AsyncIterable<ListPage<Row>>;
  filters?: ReactNode;
  empty?: ReactNode;
  /** Below the rows: pages, keys. */
  footer?: ReactNode;
}) {
  const texts = useTexts(partTexts);
  const { plural } = useFormat();
  const shown = columns.filter(({ isFileOnly }) => isFileOnly !== true);
  const inFile = columns.flatMap(({ header, csv }) => (csv === undefined ? [] : [{ header, csv }]));
  return (
    <section className={classes.list} aria-label={label} {...QUEUE_LIST}>
      <div className={classes.tools}>
        {filters}
        <span className={classes.count}>
          {total !== undefined && plural(total, texts.results)}
          {csvName !== undefined && everyRow !== undefined && (
            <CsvButton source={{ name: csvName, columns: inFile, pages: everyRow }} />
          )}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Who has no mouse scrolls a wide table by its keys. */}
      <div className={classes.frame} tabIndex={0} aria-busy={isWaiting} data-waiting={isWaiting || undefined}>
        {rows.length === 0 ? (
          <EmptyState icon="list" title={texts.nothing}>
            {empty}
          </EmptyState>
        ) : (
          <table className={classes.table}>
            <thead>
              <tr>
                {shown.map((column) => (
                  <HeaderCell key={column.id} column={column} {...(sort && { sort })} {...(onSort && { onSort })} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <TableRow
                  key={keyOf(row)}
                  row={row}
                  columns={shown}
                  isSelected={keyOf(row) === selectedKey}
                  {...(onOpen && { onOpen })}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {footer}
    </section>
  );
}

function HeaderCell<Row>({
  column: { header, align, sortBy, isForWide },
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
}) {
  const texts = useTexts(partTexts);
  if (sortBy === undefined || onSort === undefined) {
    return (
      <th scope="col" data-align={align} data-wide={isForWide}>
        {header}
      </th>
    );
  }
  const way = sort?.by === sortBy ? sort.way : null;
  return (
    <th
      scope="col"
      data-align={align}
      data-wide={isForWide}
      aria-sort={way === null ? 'none' : way === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        title={texts.sortedBy(header)}
        onClick={() => onSort({ by: sortBy, way: way === 'desc' ? 'asc' : 'desc' })}
      >
        {header}
        {way !== null && <Icon name={way === 'asc' ? 'arrowUp' : 'arrowDown'} size={13} />}
      </button>
    </th>
  );
}

/** A press anywhere in the row opens it: the button of its first cell covers it. */
function TableRow<Row>({
  row,
  columns,
  isSelected,
  onOpen,
}: {
  row: Row;
  columns: readonly Column<Row>[];
  isSelected: boolean;
  onOpen?: (row: Row) => void;
}) {
  return (
    <tr data-selected={isSelected || undefined} data-opens={onOpen !== undefined || undefined}>
      {columns.map(({ id, header, cell, align, wraps, isForWide, phone = 'line' }, place) => (
        <td key={id} data-align={align} data-wraps={wraps} data-wide={isForWide} data-phone={phone} data-name={header}>
          {place === 0 && onOpen !== undefined ? (
            <button type="button" className={classes.open} aria-pressed={isSelected} onClick={() => onOpen(row)}>
              {cell(row)}
            </button>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}
