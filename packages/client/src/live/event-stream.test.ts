// Parses event streams that arrive in pieces of any size.
import { expect, test } from 'bun:test';
import { readEventStream, type StreamEvent } from './event-stream.ts';

async function parse(text: string, pieceBytes: number): Promise<readonly StreamEvent[]> {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += pieceBytes) controller.enqueue(bytes.slice(at, at + pieceBytes));
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEventStream(body)) events.push(event);
  return events;
}

test('events are the same in every cut and with every line end', async () => {
  const lines = [
    ': hello',
    '',
    'event: notification',
    'id: 1',
    'data: {"a":"灯"}',
    '',
    'data:x',
    'data: y',
    '',
    'data: cut',
  ];
  const expected = [
    { event: 'notification', id: '1', data: '{"a":"灯"}' },
    { event: 'message', id: undefined, data: 'x\ny' },
  ];
  for (const end of ['\n', '\r\n', '\r']) {
    for (const pieceBytes of [1, 2, 3, 7, 1000]) {
      expect([end, pieceBytes, await parse(lines.join(end), pieceBytes)]).toEqual([end, pieceBytes, expected]);
    }
  }
});

test('leaving the loop closes the stream', async () => {
  let isClosed = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => {
      isClosed = true;
    },
  });
  for await (const _ of readEventStream(body)) break;
  expect(isClosed).toBe(true);
});
