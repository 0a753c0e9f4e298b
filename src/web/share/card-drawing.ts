// The drawing of a card as SVG: 1200 × 630, picture left, texts right. Every text is escaped, and nothing is linked.
import { deriveTint, PALETTE } from '../../kernel/colours.ts';
import type { CardDrawing } from '../../platform/media/picture/task.ts';

export interface CardTexts {
  readonly title: string;
  readonly subtitle?: string | undefined;
  /** Short facts, in frames. */
  readonly tickets: readonly string[];
  /** Name of the instance. */
  readonly site: string;
  readonly hasPicture: boolean;
  /** Of lines and marks: the colour of what the card shows, else the accent of the instance, else that of the software. */
  readonly colour?: string | undefined;
}

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 64;
const PICTURE = { left: EDGE, top: 95, width: 440, height: 440 } as const;
const FAMILY = "'Noto Sans CJK JP', 'Noto Sans', 'DejaVu Sans', sans-serif";

const TITLE = { size: 60, lines: 3, step: 74 } as const;
const SUBTITLE = { size: 32, lines: 2, step: 42 } as const;
const TICKET_SIZE = 26;
/** Widths of letters in relation to their size. */
const NARROW = 0.58;
const WIDE = 1;
const CJK = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u;
/** What XML cannot hold, and what would turn the direction of everything after it. */
const UNFIT = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069]/gu;

/** @param canWriteCjk whether this machine has letters for it; without them such texts are left out */
export function drawCardOf(texts: CardTexts, canWriteCjk: boolean): CardDrawing {
  const { hasPicture, site, colour } = texts;
  const lamp = colour === undefined ? PALETTE.dark.accent : deriveTint(colour, 'dark').tint;
  const left = hasPicture ? PICTURE.left + PICTURE.width + 48 : EDGE;
  const room = WIDTH - EDGE - left;
  const clean = (text: string): string => text.replace(UNFIT, '').replace(/\s+/g, ' ').trim();
  const isWritable = (text: string): boolean => text !== '' && (canWriteCjk || !CJK.test(text));
  const title = [clean(texts.title)].filter(isWritable).flatMap((text) => wrap(text, room, TITLE));
  const subtitle = [clean(texts.subtitle ?? '')].filter(isWritable).flatMap((text) => wrap(text, room, SUBTITLE));
  const tickets = texts.tickets.map(clean).filter(isWritable);
  const body: string[] = [];
  let y = 95 + TITLE.size;
  for (const line of title) {
    body.push(write(line, left, y, TITLE.size, PALETTE.dark.text, 700));
    y += TITLE.step;
  }
  for (const line of subtitle) {
    body.push(write(line, left, y, SUBTITLE.size, PALETTE.dark['text-soft'], 400));
    y += SUBTITLE.step;
  }
  let x = left;
  for (const ticket of tickets) {
    const wide = Math.ceil(widthOf(ticket, TICKET_SIZE)) + 40;
    if (x + wide > WIDTH - EDGE) break;
    body.push(
      `<rect x="${x}" y="${y - 8}" width="${wide}" height="48" rx="8" fill="none" stroke="${lamp}" stroke-width="2"/>`,
      write(ticket, x + 20, y + 25, TICKET_SIZE, lamp, 600),
    );
    x += wide + 16;
  }
  const name = clean(site);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PALETTE.dark.surface}"/>`,
    `<rect y="${HEIGHT - 8}" width="${WIDTH}" height="8" fill="${lamp}"/>`,
    hasPicture
      ? `<rect x="${PICTURE.left}" y="${PICTURE.top}" width="${PICTURE.width}" height="${PICTURE.height}" fill="${PALETTE.dark['surface-raised']}"/>`
      : '',
    ...body,
    `<g transform="translate(${left} ${HEIGHT - 104}) scale(1.5)" fill="none" stroke="${lamp}" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"><path d="M4 14.5 16 4.5l12 10V25a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z"/><path d="M10 23v-4M14 23v-8M18 23v-6M22 23v-3"/></g>`,
    isWritable(name) && name !== clean(texts.title)
      ? write(name, left + 64, HEIGHT - 68, 30, PALETTE.dark['text-soft'], 600)
      : '',
    '</svg>',
  ].join('');
  return hasPicture ? { svg, box: PICTURE } : { svg };
}

const write = (text: string, x: number, y: number, size: number, fill: string, weight: number): string =>
  `<text x="${x}" y="${y}" font-family="${FAMILY}" font-size="${size}" font-weight="${weight}" fill="${fill}">${Bun.escapeHTML(text)}</text>`;

const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (CJK.test(letter) ? WIDE : NARROW), 0) * size;

/** Lines of a text that fit; the last one ends with three dots when there is more. */
function wrap(
  text: string,
  room: number,
  { size, lines }: { readonly size: number; readonly lines: number },
): string[] {
  const pieces =
    text.match(
      /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|\S+?(?=[\u2e80-\ua4cf])|\S+|\s/gu,
    ) ?? [];
  const written: string[] = [];
  let line = '';
  for (const piece of pieces.flatMap((part) => (widthOf(part, size) > room ? [...part] : [part]))) {
    if (widthOf(line + piece, size) > room && line !== '') {
      written.push(line.trim());
      line = '';
      if (written.length === lines) break;
    }
    line += piece;
  }
  if (written.length < lines) return [...written, line.trim()].filter((part) => part !== '');
  const last = [...(written[lines - 1] ?? '')];
  while (widthOf(`${last.join('')}…`, size) > room) last.pop();
  return [...written.slice(0, -1), `${last.join('')}…`];
}
