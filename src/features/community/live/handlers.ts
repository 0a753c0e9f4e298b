import { signalOf } from '../../../http/gates/context.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { liveContract } from './contract.ts';
import { eventStream } from './events.ts';
import type { StrangerStreams } from './stranger-streams.ts';

export function liveHandlers(streams: StrangerStreams): Handlers<typeof liveContract> {
  return {
    commentNews: ({ context, params }) =>
      eventStream(context, () => streams.open(context.clientKey(), params.postId, signalOf(context))),
  };
}
