// The chart theatre in Chromium: a chart of 2,000 notes that follows its sound, at scroll 5 and 12 and in pages. How long its
// frames take and which tasks are long, from the trace of the browser. Without TEST_CHROMIUM nothing is measured.
import type { Page } from 'playwright-core';
import { openBrowser } from '../tests/fixtures/browser.ts';
import { silentMp3, writeLevelSnapshot } from '../tests/fixtures/level-snapshot.ts';
import { openWorld } from '../tests/world.ts';
import type { Scale } from './scale.ts';

const NOTES = 2000;
const BPM = 180;
const BEATS = 360;
/** Frames of 26 ms: two minutes. */
const SOUND_FRAMES = 4600;
const LONG_TASK_MS = 50;
/** Where the chart is dense. */
const AT_SECONDS = 30;

/** Prints the times of frames. */
export async function benchTheatre({ seconds }: Scale): Promise<void> {
  if (process.env.TEST_CHROMIUM === undefined) {
    process.stdout.write('not measured: TEST_CHROMIUM names no browser\n');
    return;
  }
  await using world = await openWorld();
  const charts = { expert: { text: JSON.stringify(denseChart()) } };
  await using snapshot = await writeLevelSnapshot({ songs: { 1: { charts, sound: silentMp3(SOUND_FRAMES) } } });
  await world.publish(snapshot.directory);
  await using browser = await openBrowser();
  for (const [name, settings] of [
    ['scroll 5', { scroll: 5 }],
    ['scroll 12', { scroll: 12 }],
    ['scroll 1, all that fits', { scroll: 1 }],
    ['pages', { isPaged: true }],
  ] as const) {
    const page = await browser.openPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 });
    await page.addInitScript((kept) => localStorage.setItem('livehouse.theatre', kept), JSON.stringify(settings));
    await page.goto(`${world.address}/catalog/jp/songs/1#t=${AT_SECONDS}`, { waitUntil: 'networkidle' });
    process.stdout.write(`${name.padEnd(32)} ${await measure(page, seconds)}\n`);
    await page.context().close();
  }
}

interface TraceEvent {
  readonly name: string;
  readonly dur?: number;
}

async function measure(page: Page, seconds: number): Promise<string> {
  const chromium = page.context().browser();
  if (chromium === null) throw new Error('the page has no browser');
  await page.locator('.theatre canvas').focus();
  await page.keyboard.press(' ');
  await page.waitForFunction((from) => (document.querySelector('audio')?.currentTime ?? 0) > from, AT_SECONDS + 0.5);
  await chromium.startTracing(page, { categories: ['devtools.timeline', 'toplevel'] });
  await page.waitForTimeout(seconds * 1000);
  const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse((await chromium.stopTracing()).toString());
  const timesOf = (name: string): readonly number[] =>
    trace.traceEvents
      .flatMap((event) => (event.name === name && event.dur !== undefined ? [event.dur / 1000] : []))
      .sort((a, b) => a - b);
  const frames = timesOf('FireAnimationFrame');
  const long = timesOf('RunTask').filter((time) => time >= LONG_TASK_MS);
  const at = (share: number): string => (frames[Math.floor((frames.length - 1) * share)] ?? 0).toFixed(2);
  return `${frames.length} frames: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms; ${long.length} long tasks`;
}

/** Notes on every lane, a third of them on slides. */
function denseChart(): readonly unknown[] {
  const objects: unknown[] = [{ type: 'BPM', bpm: BPM, beat: 0 }];
  let notes = 0;
  for (let index = 0; notes < NOTES; index += 1) {
    const beat = (index * BEATS) / (NOTES * 0.75);
    const lane = (index * 3) % 7;
    if (index % 4 === 3) {
      const connections = [
        { lane, beat },
        { lane: (lane + 2) % 7, beat: beat + 1 },
      ];
      objects.push({ type: 'Slide', connections });
      notes += 2;
    } else {
      objects.push({ type: 'Single', lane, beat, flick: index % 5 === 0 });
      notes += 1;
    }
  }
  return objects;
}
