/** @jsxImportSource preact */
// Fields that a form sends and nobody sees.
import type { VNode } from 'preact';

/** Values by the names of their fields. A list has a field for each of its values, undefined has none. */
export type HiddenValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export const HiddenFields = ({ values }: { readonly values: HiddenValues }): VNode => (
  <>
    {Object.entries(values).map(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (one) => one !== undefined && <input key={`${name} ${one}`} type="hidden" name={name} value={String(one)} />,
      ),
    )}
  </>
);
