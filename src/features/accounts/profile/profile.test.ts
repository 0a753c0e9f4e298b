// Pure decisions about a profile: how a requested name relates to the current one, and what a verdict changes.
import { describe, expect, test } from 'bun:test';
import { isRefusal } from '../../../kernel/refusal.ts';
import { planNameStep, planNameVerdict, planProfilePatch } from './profile.ts';

const free = { displayName: 'Kasumi', candidateDisplayName: null, displayNameStatus: 'allow' } as const;
const waiting = { displayName: 'Kasumi', candidateDisplayName: 'Arisa', displayNameStatus: 'pending' } as const;
const refused = { ...waiting, displayNameStatus: 'rejected' } as const;

describe('planNameStep', () => {
  test.each([
    [free, undefined, 'keep'],
    [free, 'Kasumi', 'keep'],
    [free, 'Arisa', 'submit'],
    [waiting, 'Arisa', 'keep'],
    [waiting, 'Kasumi', 'return'],
    [waiting, 'Saaya', 'submit'],
    [refused, 'Arisa', 'keep'],
  ] as const)('%p wishing %p: %p', (row, wanted, step) => {
    expect(planNameStep(row, wanted)).toBe(step);
  });
});

describe('planNameVerdict', () => {
  test('a candidate becomes the name, is rejected, or waits for people', () => {
    const allowed = { displayName: 'Arisa', candidateDisplayName: null, displayNameStatus: 'allow' } as const;
    expect(planNameVerdict(waiting, 'allow')).toEqual(allowed);
    expect(planNameVerdict(waiting, 'rejected')).toEqual({ displayNameStatus: 'rejected' });
    expect(planNameVerdict(waiting, 'review')).toEqual({ displayNameStatus: 'review' });
    expect(planNameVerdict(refused, 'allow')).toEqual(allowed);
    expect(planNameVerdict(refused, 'rejected')).toBeUndefined();
  });

  test('a public name that is rejected later is replaced', () => {
    expect(planNameVerdict(free, 'allow')).toBeUndefined();
    const changes = planNameVerdict(free, 'rejected');
    expect(changes).toMatchObject({ candidateDisplayName: 'Kasumi', displayNameStatus: 'rejected' });
    expect(changes?.displayName).not.toBe('Kasumi');
  });
});

test('planProfilePatch normalises fields and refuses the first invalid one', () => {
  expect(planProfilePatch({ displayName: ' Ａ  b ', handle: 'ABC', bio: ' ' })).toEqual({
    version: undefined,
    displayName: 'A b',
    handle: 'abc',
    bio: null,
  });
  expect(planProfilePatch({ handle: null, version: 3 })).toMatchObject({ handle: null, version: 3 });
  for (const [patch, code] of [
    [{ displayName: '\u202e', handle: '!' }, 'invalid_display_name'],
    [{ handle: '123' }, 'invalid_handle'],
    [{ bio: 'a\u0001' }, 'invalid_bio'],
    [{ bio: 'a\u202eb' }, 'unsafe_bio'],
  ] as const) {
    let thrown: unknown;
    try {
      planProfilePatch(patch);
    } catch (error) {
      thrown = error;
    }
    expect(isRefusal(thrown, code)).toBe(true);
  }
});
