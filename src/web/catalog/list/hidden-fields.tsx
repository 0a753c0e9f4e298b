/** @jsxImportSource preact */
// Hidden fields of the forms of a list: what the address asks besides what the form asks, the pinned release, the language.
import type { VNode } from 'preact';
import type { Query } from '../../shell/page-context.ts';
import type { CatalogProps } from '../common/reads.ts';

export interface HiddenFieldsProps extends CatalogProps {
  readonly query: Query;
}

export function HiddenFields({ catalog: { page, isPinned, releaseId }, query }: HiddenFieldsProps): VNode {
  const kept = { ...query, release: isPinned ? releaseId : undefined, lang: page.forcedLocale };
  return (
    <>
      {Object.entries(kept).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one: string | number | boolean | undefined) =>
          one === undefined ? null : <input key={`${name} ${one}`} type="hidden" name={name} value={String(one)} />,
        ),
      )}
    </>
  );
}
