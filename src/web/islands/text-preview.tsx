/** @jsxImportSource preact */
// How a text of the instance will look while it is typed into a field of the page. Without script it shows what is stored.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fillName } from '../../kernel/fill-name.ts';
import type { TreeNode } from '../markdown/tree.ts';
import { MarkdownView } from '../markdown/view.tsx';
import type { Spoken } from '../messages/say.ts';
import { PREVIEW_MAX, useTree } from './community-parts/use-tree.ts';

export interface TextPreviewProps {
  /** Id of the field. */
  readonly field: string;
  /** Path of the instance, for links. */
  readonly base: string;
  /** Name of the instance, for its placeholder. */
  readonly name: string;
  /** The text as the page came with it. */
  readonly tree: readonly TreeNode[];
  /** Language of the text. */
  readonly lang: string;
}

export type TextPreviewWord = 'title' | 'empty' | 'away' | 'tooLong';

export function TextPreview(props: TextPreviewProps & Spoken<TextPreviewWord>): VNode {
  const { field, base, name, lang, say } = props;
  const [typed, setTyped] = useState<string | undefined>(undefined);
  useEffect(() => {
    const area = document.getElementById(field);
    if (!(area instanceof HTMLTextAreaElement)) return;
    const read = (): void => setTyped(fillName(area.value, name));
    // The browser may have brought back what was typed before.
    if (area.value !== area.defaultValue) read();
    area.addEventListener('input', read);
    return () => area.removeEventListener('input', read);
  }, [field, name]);
  const { tree, isBusy, isAway } = useTree(typed, { tree: props.tree });
  const links = {
    mention: (handle: string) => `${base}/@${encodeURIComponent(handle)}`,
    tag: (tag: string) => `${base}/community/tags/${encodeURIComponent(tag)}`,
  };
  const isTooLong = [...(typed ?? '')].length > PREVIEW_MAX;
  return (
    <section class="text-preview card" aria-labelledby={`${field}-preview`} aria-busy={isBusy}>
      <h2 id={`${field}-preview`} class="field-label">
        {say('title')}
      </h2>
      {isAway && <p class="meta">{say('away')}</p>}
      {isTooLong && <p class="meta">{say('tooLong')}</p>}
      {tree.length > 0 ? <MarkdownView tree={tree} links={links} lang={lang} /> : <p class="meta">{say('empty')}</p>}
    </section>
  );
}
