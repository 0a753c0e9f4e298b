/** @jsxImportSource preact */
// What a form refused: a heading and a link to each field. It takes the focus when the page opens.
import type { VNode } from 'preact';

export interface FormFault {
  /** Id of the field; undefined for a fault of the whole form. */
  readonly field?: string | undefined;
  readonly text: string;
}

export interface FormErrorSummaryProps {
  readonly title: string;
  readonly faults: readonly FormFault[];
}

export function FormErrorSummary({ title, faults }: FormErrorSummaryProps): VNode | null {
  if (faults.length === 0) return null;
  return (
    <div class="error-summary" role="alert" tabIndex={-1} data-focus>
      <h2>{title}</h2>
      <ul>
        {faults.map(({ field, text }) => (
          <li key={text}>{field === undefined ? text : <a href={`#${field}`}>{text}</a>}</li>
        ))}
      </ul>
    </div>
  );
}
