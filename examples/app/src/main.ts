// The page: connects its forms and lists with an instance. Everything that is shown is set as text, never as HTML.
import { LivehouseError } from '@livehouse/client';
import { UploadFailure, uploadFile } from '@livehouse/client/uploads';
import { type House, rememberedSession, signIn, signOut } from './session.ts';
import { findSongs } from './songs.ts';

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${id}`);
}

const form = (id: string): HTMLFormElement => find(id, HTMLFormElement);
const say = (text: string): void => {
  find('message', HTMLElement).textContent = text;
};

function addItem(list: string, text: string, picture?: string): void {
  const item = document.createElement('li');
  if (picture !== undefined) item.append(Object.assign(new Image(), { src: picture, alt: '', loading: 'lazy' }));
  item.append(text);
  find(list, HTMLElement).prepend(item);
}

/** Runs what a person asked for, and says what went wrong. */
async function attempt(work: () => Promise<void>): Promise<void> {
  say('');
  try {
    await work();
  } catch (error) {
    const isKnown = error instanceof LivehouseError || error instanceof UploadFailure;
    say(isKnown ? `${error.message} (${error.code})` : String(error));
  }
}

const onSubmit = (id: string, work: (fields: FormData) => Promise<void>): void =>
  form(id).addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(() => work(new FormData(form(id))));
  });

const textOf = (fields: FormData, name: string): string => String(fields.get(name) ?? '').trim();

let house: House | undefined;
let leaving = new AbortController();
const signedIn = (): House => {
  if (house === undefined) throw new Error('sign in first');
  return house;
};

async function enter(session: { readonly url: string; readonly token: string }): Promise<void> {
  const entered = await signIn(session);
  house = entered.house;
  leaving = new AbortController();
  find('who', HTMLElement).textContent = entered.name;
  showSignedIn(true);
  void attempt(() => follow(entered.house, leaving.signal));
  await search('');
}

function showSignedIn(isSignedIn: boolean): void {
  form('sign-in').hidden = isSignedIn;
  find('signed-in', HTMLElement).hidden = !isSignedIn;
}

/** Shows notifications as they arrive, until the signal aborts. */
async function follow(from: House, signal: AbortSignal): Promise<void> {
  const onOpen = (): void => find('notifications', HTMLElement).setAttribute('data-state', 'open');
  for await (const { kind, actorName } of from.notifications({ signal, onOpen })) {
    addItem('notifications', `${kind} by ${actorName ?? 'staff'}`);
  }
}

async function search(words: string): Promise<void> {
  const { songs, total } = await findSongs(signedIn(), words);
  find('total', HTMLElement).textContent = `${total} songs`;
  find('songs', HTMLElement).replaceChildren();
  for (const { title, band, picture } of songs.toReversed()) addItem('songs', `${title} – ${band}`, picture);
}

async function write(fields: FormData): Promise<void> {
  const file = fields.get('file');
  const attachmentIds = file instanceof File && file.size > 0 ? [await upload(file)] : [];
  const { post } = await signedIn().api.postCreate({ body: { body: textOf(fields, 'body'), attachmentIds } });
  addItem('posts', `${post.body} (${post.attachments.length} files)`);
  form('write').reset();
}

async function upload(file: File): Promise<string> {
  const bar = find('progress', HTMLProgressElement);
  bar.hidden = false;
  try {
    const { id } = await uploadFile(signedIn(), file, {
      signal: leaving.signal,
      onProgress: ({ sentBytes, size }) => {
        bar.value = sentBytes / size;
      },
    });
    return id;
  } finally {
    bar.hidden = true;
  }
}

onSubmit('sign-in', (fields) => enter({ url: textOf(fields, 'url'), token: textOf(fields, 'token') }));
onSubmit('search', (fields) => search(textOf(fields, 'words')));
onSubmit('write', write);
find('sign-out', HTMLButtonElement).addEventListener('click', () => {
  leaving.abort();
  signOut();
  house = undefined;
  showSignedIn(false);
});

const remembered = rememberedSession();
if (remembered !== undefined) void attempt(() => enter(remembered));
