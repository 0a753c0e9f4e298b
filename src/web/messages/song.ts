// Words of songs and charts, and about playing.

import chartTheatreEn from './en/song/chart-theatre.json';
import playEn from './en/song/play.json';
import playerEn from './en/song/player.json';
import songEn from './en/song/song.json';
import { messagesOf } from './tables.ts';

export const SONG_MESSAGES = messagesOf('song/song', songEn, {
  difficulty: 'difficulty',
  allNotes: 'chartNotes',
  density: 'notesPerSecond',
  bpm: 'bpm',
});
export const PLAY_MESSAGES = messagesOf('song/play', playEn, { previous: 'previousPage', next: 'nextPage' });
export const SONG_PLAYER_MESSAGES = messagesOf('song/player', playerEn, {
  play: 'playSound',
  pause: 'pauseSound',
  of: 'positionOfLength',
});
export const CHART_THEATRE_MESSAGES = messagesOf('song/chart-theatre', chartTheatreEn, {
  again: 'tryAgain',
  play: 'playSound',
  pause: 'pauseSound',
  of: 'positionOfLength',
});
