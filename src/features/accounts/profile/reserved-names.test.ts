// Names that could be mistaken for the service's staff, and similar ones that are allowed.
import { describe, expect, test } from 'bun:test';
import { words } from '../../../../tests/fixtures/words.ts';
import { generateDisplayName } from '../common/display-names.ts';
import { createReservedNames } from './reserved-names.ts';

const isReserved = createReservedNames(['Starlight Stage', 'stage.example.org', 'X']);

test.each([
  'admin',
  'Administrator',
  'moderator',
  'MODERATORS',
  'staff',
  'livehouse',
  'Live House',
  'live_house',
  'admin_anna',
  'Anna (Admin)',
  'AdminAnna',
  'admin2',
  '99moderator99',
  'a-d-m-i-n',
  'the.Admin!',
  'superadmin',
  'livehouse-support',
  'LivehouseTeam',
  'The Official Livehouse Account',
  'mod',
  'community_mods',
  'Support',
  'Starlight Stage',
  'starlight_stage',
  'Starlight-Stage Official',
  'stage.example.org',
  '運営チーム',
  '管理者です',
  'モデレーター',
  '管理员',
  '營運團隊',
  '公式サポート',
  '官方',
  '공식',
  '관리자',
  'Модератор',
])('reserved %p', (name) => expect(isReserved(name)).toBe(true));

test.each(
  words(`
    adm1n ADMlN Adm!n @dmin 4dmin1 m0derat0r 5taff adrnin 1ivehouse ａｄｍｉｎ ádmín admın аԁміп ᎪᎠᎷᏆΝ ᴀᴅᴍɪɴ ΜΟDΕRΑΤΟR ѕtаff
    łivehouse Ⓐⓓⓜⓘⓝ 🅰🅳🅼🅸🅽 🅐🅓🅜🅘🅝 🇦🇩🇲🇮🇳 𝐚𝐝𝐦𝐢𝐧 admіn_anna
  `),
)('reserved when written with lookalikes %p', (name) => expect(isReserved(name)).toBe(true));

describe('free', () => {
  test.each([
    'badminton',
    'Moderato',
    'modern_girl',
    'Admiral',
    'flagstaff',
    'Livehouse Guitarist',
    'my_livehouse',
    'The Team',
    'News Bot',
    'Stage Diver',
    'Starlight',
    'supporter',
    'Customer Support',
    'systematic',
    'x',
    'X',
    '山田太郎',
    'Дмитрий',
    'Модест',
    '김민준',
    '🎸',
    'a1b2c3',
    '',
  ])('%p', (name) => expect(isReserved(name)).toBe(false));

  test('generated names of new accounts', () => {
    for (let i = 0; i < 2_000; i += 1) expect(isReserved(generateDisplayName())).toBe(false);
  });
});

test('a name of several words is checked as a whole', () => {
  expect(isReserved('mod'.repeat(26))).toBe(true);
  expect(isReserved(`${'mod'.repeat(26)}z`)).toBe(false);
});
