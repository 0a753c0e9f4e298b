// The worker's side of `AskedWorker`: it answers each message, or reports that it failed.

declare const self: Worker;

/**
 * Answers the messages of the worker in which this is called.
 * @param transferOf memory of an answer that is moved in place of being copied
 */
export function answerMessages<Question, Answer>(
  answer: (question: Question) => Answer,
  transferOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
    let reply: Answer;
    try {
      reply = answer(data);
    } catch (error) {
      self.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      return;
    }
    self.postMessage(reply, transferOf(reply));
  });
}
