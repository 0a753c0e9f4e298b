/** @jsxImportSource preact */
// How the text will look, from the tree that the service makes of it. While a new tree is on its way, the old one stays.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../../client/call.ts';
import type { TreeNode } from '../../../markdown/tree.ts';
import { type MarkdownLinks, MarkdownView } from '../../../markdown/view.tsx';
import type { Say, Words } from '../../../messages/say.ts';
import { type ComposeStore, LIMITS } from '../common/store.ts';
import type { ComposerWord } from '../common/words.ts';

type Tree = readonly TreeNode[];

export interface PreviewProps {
  readonly store: ComposeStore;
  readonly words: Words<ComposerWord>;
  readonly say: Say;
  readonly links: MarkdownLinks;
}

const PAUSE_MS = 400;
const AGAIN_SECONDS = 5;

export function Preview({ store, words, say, links }: PreviewProps): VNode {
  const { tree, isBusy, isAway } = useTree(store);
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

interface TreeState {
  readonly tree: Tree;
  readonly isBusy: boolean;
  readonly isAway: boolean;
}

function useTree({ body, isOnline }: ComposeStore): TreeState {
  const [state, setState] = useState<TreeState>({ tree: [], isBusy: false, isAway: false });
  const shown = useRef<string>('');
  const text = body.value;
  const online = isOnline.value;
  useEffect(() => {
    if (text === shown.current || text.length > LIMITS.body * 2) return;
    if (text.trim() === '') {
      shown.current = text;
      setState({ tree: [], isBusy: false, isAway: false });
      return;
    }
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      setState((before) => ({ ...before, isBusy: true }));
      const answer = await call('POST /api/v1/community/markdown', { body: { body: text }, signal: stopped.signal });
      if (stopped.signal.aborted) return;
      if (answer.ok) shown.current = text;
      else if (answer.status === 429 || answer.status === 503) {
        timer = setTimeout(ask, (answer.wait ?? AGAIN_SECONDS) * 1000);
      }
      setState(({ tree }) => ({ tree: answer.ok ? answer.body.tree : tree, isBusy: false, isAway: !answer.ok }));
    };
    timer = setTimeout(ask, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [text, online]);
  return state;
}
