// Reserved names that could be mistaken for the service's staff: `admin`, `Livehouse Team`, `m0derator`, also when written
// with lookalike letters. Pure. Handles and display names are checked when somebody chooses one; existing ones stay.
//
// A name is compared by its skeleton: each character is replaced by the Latin letter that it looks like, without accents and
// case. It is reserved if
//   - one of its words means staff (`admin_anna`, `The Moderators`, `AdminAnna`), or
//   - it consists only of words for staff, names of the service, and neutral words (`livehouse-support`, `LivehouseTeam`).
//     A name that only mentions the service (`Livehouse Guitarist`) is allowed.

/** Words for staff, which are reserved as part of any name. */
const STAFF_WORDS = [
  'admin',
  'admins',
  'administrator',
  'administrators',
  'moderator',
  'moderators',
  'sysadmin',
  'staff',
];
/** Words for staff in other languages, some written without spaces; matched anywhere in a name. */
const STAFF_PARTS = [
  '管理者',
  '管理人',
  '管理員',
  '管理员',
  '運営',
  '运营',
  '營運',
  '版主',
  'モデレーター',
  '관리자',
  '운영자',
  '운영진',
  'администратор',
  'модератор',
];
/** Words reserved if a name contains nothing else. */
const SERVICE_WORDS = [
  'livehouse',
  'mod',
  'mods',
  'official',
  'support',
  'system',
  'root',
  'webmaster',
  'админ',
  '公式',
  '官方',
  '공식',
];
/** Neutral words, which do not make a name less deceptive. */
const COMPANIONS = [
  ...['the', 'team', 'crew', 'account', 'bot', 'help', 'desk', 'service', 'site', 'server', 'community', 'forum'],
  ...['head', 'chief', 'super', 'global', 'real', 'news', 'info', 'contact', 'security', 'チーム', 'サポート'],
];

/** Latin letter → characters that look like it, before lowercasing. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: '4@@АаΑαɑᴀᎪ',
  b: '8ВвЬьΒβʙᏴ',
  c: 'СсϹϲᴄᏟ',
  d: 'ԀԁДдᎠᴅđĐժ',
  e: '3ЕеΕεєᴇᎬɛ',
  f: 'Ϝϝꜰ',
  g: 'ԌԍɡɢᏀց9',
  h: 'НнһΗʜᎻհħĦ',
  // One letter for four that look alike in many fonts.
  l: '1!|iIІіΙιıɪɩᏆᎥլʟᏞłŁＩ',
  j: 'ЈјϳᴊᎫ',
  k: 'КкΚκᴋᏦ',
  m: 'МмΜμµᴍᎷɱʍ',
  n: 'ΝηИиПпɴոռɳ',
  o: '0ОоΟοᴏօՕøØ',
  p: 'РрΡρᴘᏢ',
  q: 'Ԛԛ',
  r: 'ГгЯяʀᎡᏒɾ',
  s: '5$ЅѕꜱᏚՏʂ',
  t: '7ТтΤτᴛᎢŧŦ',
  u: 'ՍսυᴜԱ',
  v: 'νѵᴠᏙ',
  w: 'ԜԝᴡωᎳᏔ',
  x: 'ХхΧχ',
  y: 'УуүҮΥγʏᎽ',
  z: 'Ζᴢ',
};
const LATIN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, characters]) => [...characters].map((character) => [character, latin])),
);
/** Letter-like symbols that Unicode does not fold: negative circled, negative squared, and regional indicators. */
const SIGN_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6] as const;

const WORD_BORDER = /(?<=\p{Ll}\p{M}*)(?=\p{Lu})/gu;
const SEPARATORS = /[^\p{L}\p{N}\p{M}@$!|\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]+/gu;

/** Creates the check of reserved names. `instanceNames` are additional names of this service. */
export function createReservedNames(instanceNames: readonly string[]): (name: string) => boolean {
  const staff = new Set(STAFF_WORDS.map(readSkeleton));
  const parts = STAFF_PARTS.map(readSkeleton);
  const names = instanceNames.map((name) => joinWords(name.normalize('NFKC'))).map(readSkeleton);
  const posing = [...staff, ...parts, ...SERVICE_WORDS.map(readSkeleton), ...names.filter((name) => name.length > 2)];
  const companions = COMPANIONS.map(readSkeleton);
  return (name) => {
    const normal = name.normalize('NFKC');
    const whole = readSkeleton(joinWords(normal));
    if (parts.some((part) => whole.includes(part))) return true;
    const words = normal.replace(WORD_BORDER, ' ').split(SEPARATORS);
    if (words.some((word) => readForms(word).some((form) => staff.has(form)))) return true;
    return readForms(joinWords(normal)).some((form) => consistsOf(form, posing, companions));
  };
}

const joinWords = (name: string): string => name.replace(SEPARATORS, '');

/** Skeletons of a word: unchanged, and without digits and symbols at the start, the end, or both. */
function readForms(word: string): readonly string[] {
  const start = word.replace(/^[\p{N}@$!|]+/u, '');
  const end = word.replace(/[\p{N}@$!|]+$/u, '');
  const both = start.replace(/[\p{N}@$!|]+$/u, '');
  return [...new Set([word, start, end, both])].map(readSkeleton);
}

function readSkeleton(text: string): string {
  const letters = Array.from(text.normalize('NFKC').normalize('NFD').replace(/\p{M}/gu, ''), readLetter);
  return letters.join('').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

function readLetter(character: string): string {
  const known = LATIN_OF.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  for (const first of SIGN_ALPHABETS) {
    if (code >= first && code < first + 26) return readLetter(String.fromCharCode(0x61 + code - first));
  }
  const lower = character.toLowerCase();
  return LATIN_OF.get(lower) ?? lower;
}

/** Whether a text is a concatenation of words from both lists, with at least one from the first. */
function consistsOf(text: string, needed: readonly string[], others: readonly string[]): boolean {
  // Per position: undefined if no sequence of words ends there, else whether one of them was needed.
  const reached: (boolean | undefined)[] = [false];
  const reach = (at: number, word: string, isNeeded: boolean): void => {
    if (word !== '' && text.startsWith(word, at)) reached[at + word.length] ||= isNeeded;
  };
  for (let at = 0; at < text.length; at += 1) {
    const before = reached[at];
    if (before === undefined) continue;
    for (const word of needed) reach(at, word, true);
    for (const word of others) reach(at, word, before);
  }
  return reached[text.length] ?? false;
}
