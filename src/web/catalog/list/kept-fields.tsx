/** @jsxImportSource preact */
// Hidden fields of the forms of a list: the rest of what the address asks, the pinned release, the language.
import type { VNode } from 'preact';
import type { Query } from '../../shell/page-context.ts';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { keptValues } from '../common/frame.tsx';
import type { CatalogProps } from '../common/reads.ts';

export const KeptFields = ({ catalog, query }: CatalogProps & { readonly query: Query }): VNode => (
  <HiddenFields values={keptValues(catalog, query)} />
);
