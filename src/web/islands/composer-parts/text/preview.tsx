/** @jsxImportSource preact */
// How the text will look, from the tree that the service makes of it. While a new tree is on its way, the old one stays. What
// shows it is loaded with the first one.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MarkdownLinks, MarkdownView } from '../../../markdown/view.tsx';
import { useTree } from '../../community-parts/use-tree.ts';
import type { ComposeStore } from '../common/store.ts';
import type { ComposerSay } from '../common/words.ts';

export interface PreviewProps {
  readonly store: ComposeStore;
  readonly say: ComposerSay;
  readonly links: MarkdownLinks;
}

export function Preview({ store, say, links }: PreviewProps): VNode {
  const { tree, isBusy, isAway } = useTree(store.body.value, { isOnline: store.isOnline.value });
  const [View, setView] = useState<typeof MarkdownView | undefined>(undefined);
  const isNeeded = tree.length > 0 && View === undefined;
  useEffect(() => {
    if (!isNeeded) return;
    import('../../../markdown/view.tsx').then(
      (parts) => setView(() => parts.MarkdownView),
      () => undefined,
    );
    // Tried again with the next tree.
  }, [isNeeded, tree]);
  const title = store.title.value.trim();
  return (
    <section class="composer-preview card needs-script" aria-labelledby="preview-title" aria-busy={isBusy}>
      <h2 id="preview-title" class="field-label">
        {say('preview')}
      </h2>
      {isAway && <p class="meta">{say('previewAway')}</p>}
      {title !== '' && (
        <p class="composer-preview-title" dir="auto">
          {title}
        </p>
      )}
      {tree.length > 0
        ? View !== undefined && <View tree={tree} links={links} />
        : title === '' && <p class="meta">{say('previewEmpty')}</p>}
    </section>
  );
}
