import { describe, expect, test } from 'bun:test';
import { blobRepresentation, type Content } from '../content/bytes.ts';
import { defineContract } from '../routing/contract.ts';
import { HotAnswers } from './hot-answers.ts';

const { thingRead: route } = defineContract({
  thingRead: {
    method: 'GET',
    path: '/thing',
    section: 'Things',
    summary: 'A thing',
    dialect: 'api',
    cors: 'public',
    answers: { 200: { description: 'It' } },
    hot: true,
  },
});

const content: Content = {
  identity: blobRepresentation(new Blob(['{}']), '"tag"'),
  headers: new Headers(),
  ranges: true,
  isFresh: () => true,
};

const addressOf = (query: string): string => `http://localhost/thing?${query}`;

/** Requests an address twice, and waits until the response can be in the cache. */
async function offerTwice(hot: HotAnswers, url: string): Promise<void> {
  hot.offer(url, route, content);
  hot.offer(url, route, content);
  await Promise.resolve();
}

const isKept = (hot: HotAnswers, url: string): boolean => hot.answer(new Request(url)) !== undefined;

describe('hot answers', () => {
  test('an address of up to 512 characters is cached from its second request on', async () => {
    const hot = new HotAnswers(() => {});
    const fitting = addressOf('').padEnd(512, 'x');
    await offerTwice(hot, fitting);
    await offerTwice(hot, `${fitting}x`);
    hot.offer(addressOf('once'), route, content);
    expect([fitting, `${fitting}x`, addressOf('once')].map((url) => isKept(hot, url))).toEqual([true, false, false]);
  });

  test('content that names another limit is cached under longer addresses', async () => {
    const hot = new HotAnswers(() => {});
    const fitting = addressOf('').padEnd(600, 'x');
    for (const url of [fitting, `${fitting}x`]) {
      for (let offer = 0; offer < 2; offer += 1) hot.offer(url, route, { ...content, addressMax: 600 });
    }
    await Promise.resolve();
    expect([fitting, `${fitting}x`].map((url) => isKept(hot, url))).toEqual([true, false]);
  });

  test('addresses count towards the cache weight: 7,500 of 512 characters do not all fit', async () => {
    const [short, long] = [new HotAnswers(() => {}), new HotAnswers(() => {})];
    const shortOf = (number: number): string => addressOf(String(number));
    const longOf = (number: number): string => shortOf(number).padEnd(512, 'x');
    for (let number = 0; number < 7500; number += 1) {
      await offerTwice(short, shortOf(number));
      await offerTwice(long, longOf(number));
    }
    expect([isKept(short, shortOf(0)), isKept(long, longOf(0)), isKept(long, longOf(7499))]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
