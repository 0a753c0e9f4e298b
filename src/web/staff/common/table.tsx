/** @jsxImportSource preact */
// A table of the staff pages: it scrolls in a named region on wide screens, and its rows become cards on phones.
import type { ComponentChildren, VNode } from 'preact';

interface Column<Row> {
  /** Alone in its table. */
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
}

export interface StaffTableProps<Row> {
  readonly caption: string;
  /** The first one names its row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}

export function StaffTable<Row>({ caption, columns, rows, keyOf }: StaffTableProps<Row>): VNode {
  return (
    <section class="staff-scroll" aria-label={caption} tabIndex={0}>
      <table class="staff-table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ label, cell }, index) =>
                index === 0 ? (
                  <th key={label} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={label} data-label={label}>
                    <div>{cell(row)}</div>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
