/** @jsxImportSource preact */
// The suggestions below a field. The field keeps the focus and names the active one.
import type { VNode } from 'preact';
import type { Completion } from './completion.ts';

export interface OptionListProps {
  /** Id of the field. */
  readonly field: string;
  readonly label: string;
  readonly options: readonly Completion[];
  readonly active: number;
  readonly onChoose: (index: number) => void;
}

export function OptionList({ field, label, options, active, onChoose }: OptionListProps): VNode | null {
  if (options.length === 0) return null;
  return (
    <div class="composer-options" id={`${field}-options`} role="listbox" aria-label={label}>
      {options.map(({ key, name, note }, index) => (
        <div
          key={key}
          id={`${field}-option-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => {
            // The field keeps the focus.
            event.preventDefault();
            onChoose(index);
          }}
        >
          <bdi>{name}</bdi>
          {note !== undefined && <span class="meta">{note}</span>}
        </div>
      ))}
    </div>
  );
}
