import { expect, test } from 'bun:test';
import { RECOMMENDATION_WEIGHTS, readRecommendationWeights } from './recommendation.ts';

test('a weight changes only when it is named', () => {
  expect(readRecommendationWeights(undefined)).toEqual(RECOMMENDATION_WEIGHTS);
  expect(readRecommendationWeights('like=0, seen = 1000')).toEqual({ ...RECOMMENDATION_WEIGHTS, like: 0, seen: 1000 });
});

for (const text of [
  'like',
  'like=',
  'like=-1',
  'like=1.5',
  'like=1001',
  'likes=1',
  'like=1,like=2',
  'like=1,',
  '__proto__=1',
]) {
  test(`refuses ${text}`, () => expect(() => readRecommendationWeights(text)).toThrow('each once'));
}
