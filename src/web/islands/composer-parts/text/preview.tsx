/** @jsxImportSource preact */
// How the text will look, from the tree that the service makes of it. While a new tree is on its way, the old one stays.
import type { VNode } from 'preact';
import { type MarkdownLinks, MarkdownView } from '../../../markdown/view.tsx';
import type { Say, Words } from '../../../messages/say.ts';
import { useTree } from '../../community-parts/use-tree.ts';
import type { ComposeStore } from '../common/store.ts';
import type { ComposerWord } from '../common/words.ts';

export interface PreviewProps {
  readonly store: ComposeStore;
  readonly words: Words<ComposerWord>;
  readonly say: Say;
  readonly links: MarkdownLinks;
}

export function Preview({ store, words, say, links }: PreviewProps): VNode {
  const { tree, isBusy, isAway } = useTree(store.body.value, { isOnline: store.isOnline.value });
  const title = store.title.value.trim();
  return (
    <section class="composer-preview card needs-script" aria-labelledby="preview-title" aria-busy={isBusy}>
      <h2 id="preview-title" class="field-label">
        {say(words.preview)}
      </h2>
      {isAway && <p class="meta">{say(words.previewAway)}</p>}
      {title !== '' && (
        <p class="composer-preview-title" dir="auto">
          {title}
        </p>
      )}
      {tree.length > 0 ? (
        <MarkdownView tree={tree} links={links} />
      ) : (
        title === '' && <p class="meta">{say(words.previewEmpty)}</p>
      )}
    </section>
  );
}
