// The worker that parses lists of files and compares them with the content of a server. Both take a second for 500,000
// files.
import { listDigests } from '../release/store/server-content.ts';
import { type PlanOutcome, planPublication } from './plan.ts';

export type PlanRequest =
  | { readonly id: number; readonly kind: 'plan'; readonly body: Uint8Array; readonly bytesMax: number }
  | {
      readonly id: number;
      readonly kind: 'compare';
      /** Digests of a plan, concatenated. */
      readonly digests: string;
      readonly documents: readonly Uint8Array[];
    };

export type PlanReply =
  | { readonly id: number; readonly outcome: PlanOutcome }
  /** The digests that the documents name, concatenated. */
  | { readonly id: number; readonly known: string };

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<PlanRequest>) => {
  if (data.kind === 'plan') {
    reply({ id: data.id, outcome: planPublication(data.body, data.bytesMax) });
    return;
  }
  const named = new Set(data.documents.flatMap(listDigests));
  let known = '';
  for (let at = 0; at < data.digests.length; at += 64) {
    const digest = data.digests.slice(at, at + 64);
    if (named.has(digest)) known += digest;
  }
  reply({ id: data.id, known });
};

function reply(message: PlanReply): void {
  self.postMessage(message);
}
