// The HTML of the gallery: pictures in groups, with filters by words, kind, width, theme and language.

export interface GalleryPicture {
  readonly kind: 'page' | 'component';
  readonly name: string;
  /** Id of the route of a page; words to find a component by. */
  readonly about: string;
  readonly language: string;
  readonly width: number;
  readonly theme: string;
  /** Address of the picture: a file beside the page, or the picture itself. */
  readonly src: string;
  readonly pixels: readonly [width: number, height: number];
}

const FILTERS = ['kind', 'width', 'theme', 'language'] as const;
type Filter = (typeof FILTERS)[number];

const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const STYLE = `
:root{color-scheme:light dark;font-family:system-ui,sans-serif}
body{margin:0}
form{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;padding:.75rem 1rem;background:Canvas;border-bottom:1px solid GrayText}
input,select{font:inherit;margin-inline-start:.35rem}
section{padding:0 1rem;content-visibility:auto;contain-intrinsic-size:auto 480px}
h2{font-size:1.05rem;margin:1.25rem 0 .5rem}
h2 small{font-weight:400;color:GrayText}
div{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}
figure{margin:0}
figcaption{font-size:.8rem;color:GrayText;margin-bottom:.25rem}
img{display:block;height:auto;max-height:480px;width:auto;max-width:420px;border:1px solid GrayText;object-fit:cover;object-position:top}
img:hover{outline:2px solid Highlight}`;

// Filters stay in the address, so that a part of the gallery can be linked to.
const SCRIPT = `
const form = document.querySelector('form');
const sections = [...document.querySelectorAll('section')];
const names = ${JSON.stringify(FILTERS)};
function show() {
  const wanted = new FormData(form);
  const words = String(wanted.get('words')).toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const section of sections) {
    const isNamed = words.every((word) => section.dataset.words.includes(word));
    let shown = 0;
    for (const figure of section.querySelectorAll('figure')) {
      figure.hidden = !(isNamed && names.every((name) => !wanted.get(name) || wanted.get(name) === figure.dataset[name]));
      if (!figure.hidden) shown += 1;
    }
    section.hidden = shown === 0;
    count += shown;
  }
  document.querySelector('output').value = count;
  const query = new URLSearchParams([...wanted].filter(([, value]) => value));
  history.replaceState(null, '', '#' + query);
}
for (const [name, value] of new URLSearchParams(location.hash.slice(1))) if (form.elements[name]) form.elements[name].value = value;
form.addEventListener('input', show);
form.addEventListener('submit', (event) => event.preventDefault());
show();`;

const shownValue = (picture: GalleryPicture, filter: Filter): string => String(picture[filter]);

function selectOf(pictures: readonly GalleryPicture[], filter: Filter): string {
  const values = [...new Set(pictures.map((picture) => shownValue(picture, filter)))];
  const options = ['', ...values].map(
    (value) => `<option value="${escapeText(value)}">${escapeText(value || 'all')}</option>`,
  );
  return `<label>${filter}<select name="${filter}">${options.join('')}</select></label>`;
}

const figureOf = (picture: GalleryPicture): string => {
  const { name, width, theme, language, src, pixels } = picture;
  const data = FILTERS.map((filter) => ` data-${filter}="${escapeText(shownValue(picture, filter))}"`).join('');
  const caption = `${width} · ${theme} · ${language}`;
  const image = `<img src="${escapeText(src)}" width="${pixels[0]}" height="${pixels[1]}" loading="lazy" alt="${escapeText(`${name}, ${caption}`)}">`;
  return `<figure${data}><figcaption>${caption}</figcaption><a href="${escapeText(src)}">${image}</a></figure>`;
};

/** Writes the page, with the pictures in their order. */
export function writeGallery(title: string, pictures: readonly GalleryPicture[]): string {
  const groups = new Map<string, GalleryPicture[]>();
  for (const picture of pictures) {
    const key = `${picture.kind} ${picture.name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [picture]);
    else group.push(picture);
  }
  const sections = [...groups].map(([key, group]) => {
    const { kind, name, about } = group[0] ?? { kind: '', name: key, about: '' };
    const words = `${kind} ${name} ${about}`.toLowerCase();
    const heading = `<h2>${escapeText(name)} <small>${escapeText(`${kind} · ${about}`)}</small></h2>`;
    return `<section data-words="${escapeText(words)}">${heading}<div>${group.map(figureOf).join('')}</div></section>`;
  });
  const filters = FILTERS.map((filter) => selectOf(pictures, filter)).join('');
  const form = `<form><label>words<input type="search" name="words"></label>${filters}<span><output></output> pictures</span></form>`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeText(title)}</title><style>${STYLE}</style></head>`,
    `<body>${form}${sections.join('\n')}<script>${SCRIPT}</script></body></html>`,
  ].join('\n');
}
