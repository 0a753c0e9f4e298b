// A worker that tries rules once (trial-thread.ts).
import { type Trial, type TrialQuestion, tryRules } from './trial.ts';

declare const self: Worker;

export type FromTrial = { readonly kind: 'ready' } | { readonly kind: 'trial'; readonly trial: Trial };

self.addEventListener('message', (event: MessageEvent<TrialQuestion>) => {
  self.postMessage({ kind: 'trial', trial: tryRules(event.data) } satisfies FromTrial);
});
self.postMessage({ kind: 'ready' } satisfies FromTrial);
