// The tree of a Markdown text while it is typed, which the service makes after a pause. While a new tree is on its way, the old
// one stays.
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import type { TreeNode } from '../../markdown/tree.ts';

type Tree = readonly TreeNode[];

export interface TreeState {
  readonly tree: Tree;
  readonly isBusy: boolean;
  readonly isAway: boolean;
}

export interface TreeOptions {
  /** While it is false, nothing that fails is final: when it turns true, the text is sent again. */
  readonly isOnline?: boolean;
  /** What stands before anything is typed. */
  readonly tree?: Tree;
}

/** Code points that the service previews. */
export const PREVIEW_MAX = 20_000;
const PAUSE_MS = 400;
const AGAIN_SECONDS = 5;

/** The tree of `text`, or of an earlier one. Undefined: nothing was typed yet. */
export function useTree(text: string | undefined, { isOnline = true, tree = [] }: TreeOptions = {}): TreeState {
  const [state, setState] = useState<TreeState>({ tree, isBusy: false, isAway: false });
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (text === undefined || text === shown.current || text.length > PREVIEW_MAX * 2) return;
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
  }, [text, isOnline]);
  return state;
}
