// The script of every page: enhancements of plain HTML at once, islands when there are any.

import { watchBell } from '../client/bell.ts';
import { focusFault } from '../client/faults.ts';
import { closeMenus, revealCurrentTabs } from '../client/menus.ts';
import { isLocale } from '../client/page.ts';
import { watchSearch } from '../client/search/watch-search.ts';
import { renewSession } from '../client/session.ts';
import { watchSounds } from '../client/sound/watch-sounds.ts';
import { writeTimes } from '../client/times.ts';

const { lang } = document.documentElement;
focusFault();
closeMenus();
revealCurrentTabs();
writeTimes(lang);
watchBell();
watchSearch();
renewSession();
watchSounds();
const shareButton = document.querySelector<HTMLButtonElement>('[data-share]');
if (shareButton !== null) void import('../client/share.ts').then(({ watchShare }) => watchShare(shareButton));
const artViewer = document.querySelector<HTMLDialogElement>('[data-art-viewer]');
if (artViewer !== null) {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-art]')];
  void import('../client/art-viewer.ts').then(({ watchArt }) => watchArt(artViewer, links));
}
if (document.querySelector('[data-levels]') !== null) {
  void import('../client/sliders/level-slider.ts').then(({ watchLevels }) => watchLevels());
}
if (document.querySelector('[data-sides]') !== null) {
  void import('../client/sliders/picture-sides.ts').then(({ watchSides }) => watchSides());
}
if (document.querySelector('[data-reference]') !== null) {
  void import('./reference-parts/watch-reference.ts').then(({ watchReference }) => watchReference());
}
const islands = document.getElementById('islands')?.textContent;
if (isLocale(lang) && islands) {
  const locale = lang;
  void import('./hydrate.ts').then(({ hydrateIslands }) => hydrateIslands(locale, JSON.parse(islands)));
}
