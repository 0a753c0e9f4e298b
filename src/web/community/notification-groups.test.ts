// Which notifications stand together.
import { expect, test } from 'bun:test';
import { groupNotifications, type Notification } from './notification-groups.ts';

const make = (id: string, of: Partial<Notification>): Notification => ({
  id,
  kind: 'comment',
  postId: null,
  postTitle: null,
  commentId: null,
  createdAt: 0,
  readAt: null,
  actorUid: 1,
  actorName: 'Ann',
  actorHandle: null,
  actorImage: null,
  actorAvatarSeed: '0',
  ...of,
});

test('one kind about one thing is one group; answers, mentions and decisions stand alone', () => {
  const list = [
    make('a', { kind: 'post_reaction', postId: 'p', actorUid: 1 }),
    make('b', { kind: 'reply', postId: 'p', commentId: 'c', actorUid: 1 }),
    make('c', { kind: 'post_reaction', postId: 'q', actorUid: 2 }),
    make('d', { kind: 'post_reaction', postId: 'p', actorUid: 2, readAt: 5 }),
    make('e', { kind: 'reply', postId: 'p', commentId: 'c', actorUid: 1 }),
    make('f', { kind: 'post_reaction', postId: 'p', actorUid: 1 }),
    make('g', { kind: 'comment_reaction', postId: 'p', commentId: 'c' }),
    make('h', { kind: 'comment_reaction', postId: 'p', commentId: 'd' }),
  ];
  const shown = groupNotifications(list).map(({ first, people, unread }) => [
    first.id,
    people.map(({ id }) => id).join(''),
    unread.join(''),
  ]);
  expect(shown).toEqual([
    ['a', 'ad', 'af'],
    ['b', 'b', 'b'],
    ['c', 'c', 'c'],
    ['e', 'e', 'e'],
    ['g', 'g', 'g'],
    ['h', 'h', 'h'],
  ]);
});
