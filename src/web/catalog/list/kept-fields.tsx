/** @jsxImportSource preact */
// Hidden fields of the forms of a list: the rest of what the address asks, the pinned release, the language.
import type { VNode } from 'preact';
import type { Query } from '../../shell/page-context.ts';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import type { CatalogProps } from '../common/reads.ts';

export const KeptFields = ({
  catalog: { page, isPinned, releaseId },
  query,
}: CatalogProps & { readonly query: Query }): VNode => (
  <HiddenFields values={{ ...query, release: isPinned ? releaseId : undefined, lang: page.forcedLocale }} />
);
