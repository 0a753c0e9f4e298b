// The script of every page: enhancements of plain HTML at once, islands when there are any.

import { watchBell } from '../client/bell.ts';
import { focusFault } from '../client/faults.ts';
import { closeMenus, revealCurrentTabs } from '../client/menus.ts';
import { isLocale } from '../client/page.ts';
import { renewSession } from '../client/session.ts';
import { watchSounds } from '../client/sound/watch-sounds.ts';
import { writeTimes } from '../client/times.ts';

const { lang } = document.documentElement;
focusFault();
closeMenus();
revealCurrentTabs();
writeTimes(lang);
watchBell();
renewSession();
watchSounds();
if (document.querySelector('[data-levels]') !== null) {
  void import('../client/sliders/level-slider.ts').then(({ watchLevels }) => watchLevels());
}
if (document.querySelector('[data-sides]') !== null) {
  void import('../client/sliders/picture-sides.ts').then(({ watchSides }) => watchSides());
}
if (isLocale(lang) && document.querySelector('[data-island]') !== null) {
  const locale = lang;
  const words = JSON.parse(document.getElementById('words')?.textContent ?? '{}');
  void import('./hydrate.ts').then(({ hydrateIslands }) => hydrateIslands(locale, words));
}
