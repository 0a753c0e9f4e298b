// Initial names of new accounts, composed of fixed words so that they need no moderation. Neither unique nor secret.
import { randomInt } from 'node:crypto';

const FIRST = [
  'Amber',
  'Azure',
  'Bright',
  'Calm',
  'Clear',
  'Coral',
  'Crimson',
  'Dapper',
  'Electric',
  'Gentle',
  'Golden',
  'Happy',
  'Indigo',
  'Jade',
  'Lively',
  'Lucky',
  'Lunar',
  'Mellow',
  'Merry',
  'Misty',
  'Nimble',
  'Pastel',
  'Quiet',
  'Rapid',
  'Scarlet',
  'Silver',
  'Solar',
  'Starlit',
  'Sunny',
  'Swift',
  'Velvet',
  'Violet',
] as const;

const SECOND = [
  'Anthem',
  'Bassline',
  'Ballad',
  'Beat',
  'Chorus',
  'Chord',
  'Cymbal',
  'Drummer',
  'Duet',
  'Echo',
  'Encore',
  'Etude',
  'Fanfare',
  'Guitar',
  'Harmony',
  'Keyboard',
  'Listener',
  'Lyric',
  'Melody',
  'Octave',
  'Overture',
  'Piano',
  'Prelude',
  'Refrain',
  'Rhythm',
  'Serenade',
  'Singer',
  'Sonata',
  'Tempo',
  'Tune',
  'Verse',
  'Violin',
] as const;

/** A display name such as `Quiet Drummer 4821`. */
export function generateDisplayName(): string {
  const first = FIRST[randomInt(FIRST.length)] ?? FIRST[0];
  const second = SECOND[randomInt(SECOND.length)] ?? SECOND[0];
  return `${first} ${second} ${randomInt(1000, 10_000)}`;
}
