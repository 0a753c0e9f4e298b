// Reads `text/event-stream` (HTML standard, "Server-sent events") from a body. The platform's EventSource cannot send a
// token and does not exist everywhere.

export interface StreamEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

/** The events of a body, in order. `onChunk` is called for all that arrives, comments too. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void = () => undefined,
): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let lines: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
      text += decoder.decode(value, { stream: true });
      // A CR at the end may be the first half of CRLF.
      for (let end = /\r\n|\n|\r(?!$)/.exec(text); end !== null; end = /\r\n|\n|\r(?!$)/.exec(text)) {
        const line = text.slice(0, end.index);
        text = text.slice(end.index + end[0].length);
        if (line !== '') lines.push(line);
        else {
          const event = readEvent(lines);
          lines = [];
          if (event !== undefined) yield event;
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readEvent(lines: readonly string[]): StreamEvent | undefined {
  const fields = lines.map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []);
  const valuesOf = (wanted: string): readonly string[] =>
    fields.flatMap(([, name, value = '']) => (name === wanted ? [value] : []));
  const data = valuesOf('data');
  if (data.length === 0) return undefined;
  return { event: valuesOf('event').at(-1) ?? 'message', id: valuesOf('id').at(-1), data: data.join('\n') };
}
