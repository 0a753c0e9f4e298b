// Handler of the instance: its settings, with the version of the software and whether only the sample is here.
import { type AnswerStyle, CACHE_CONTROL } from '../../http/answer/headers.ts';
import { answerContent, type Content } from '../../http/content/bytes.ts';
import { prepareContent } from '../../http/content/prepared.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import type { instanceContract } from './contract.ts';
import type { InstanceStore } from './store.ts';

interface InstanceRouteOptions {
  readonly store: InstanceStore;
  readonly version: string;
  readonly isDemo: () => boolean;
  readonly style: AnswerStyle;
}

export function instanceHandlers({
  store,
  version,
  isDemo,
  style,
}: InstanceRouteOptions): Handlers<typeof instanceContract> {
  let kept: { readonly text: string; readonly content: Promise<Content> } | undefined;
  return {
    instanceRead: async ({ context }) => {
      const facts = await store.read();
      const text = JSON.stringify({ ...facts, version, demo: isDemo() });
      if (kept?.text !== text) {
        const headers = new Headers({
          'Content-Type': 'application/json',
          'Cache-Control': CACHE_CONTROL.current,
          'X-Content-Type-Options': 'nosniff',
          ...style.cors.expose,
        });
        kept = { text, content: prepareContent(new TextEncoder().encode(text), headers) };
      }
      return answerContent(context, await kept.content);
    },
  };
}
