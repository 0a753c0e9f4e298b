// The upload page: signing in, choosing files, and a card for each upload. All words come with the page, in the reader's
// language; numbers are written by the browser. Nothing here ever writes markup: only elements and text.
import { call, openLanes } from './upload-client.js';
import { Upload } from './upload-file.js';
import { extensionsOf } from './upload-kinds.js';
import { fingerprintOf, openMemory } from './upload-memory.js';

const PARTS_AT_A_TIME = 4;
const TICK_MS = 500;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
/** Phases in which nothing moves any more. */
const DONE = new Set(['ready', 'review', 'rejected', 'failed', 'cancelled']);
/** What may end better when it is simply done again. */
const AGAIN = new Set(['file_unreadable', 'internal_error', 'storage_quota_exceeded', 'upload_state_conflict']);

const words = JSON.parse(document.getElementById('words').textContent);
const { lang } = document.documentElement;
const part = (name, root = document) => root.querySelector(`[data-part="${name}"]`);
const say = (word, values = {}) =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), words[word] ?? '');
const formats = new Map();
function write(number, options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(lang, options));
  return formats.get(key).format(number);
}
const percent = (share) => write(share, { style: 'percent' });
function bytes(count) {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
  const maximumFractionDigits = step > 1 ? 1 : 0;
  const unitDisplay = step === 0 ? 'long' : 'short';
  return write(count / 1000 ** step, { style: 'unit', unit: UNITS[step], unitDisplay, maximumFractionDigits });
}
const duration = (seconds) =>
  seconds < 90
    ? write(Math.ceil(seconds), { style: 'unit', unit: 'second', unitDisplay: 'short' })
    : write(Math.ceil(seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'short' });
/** Why something went wrong, in words; a code without words of its own is named. */
const reason = (code) => words.reasons[code] ?? say('reasonOther', { code });

/** Upload → what shows it. */
const cards = new Map();
let desk;

function show(name) {
  for (const section of ['opening', 'sign-in', 'desk']) part(section).hidden = section !== name;
}

async function open() {
  show('opening');
  const answers = await Promise.all([
    call('GET', '/api/v1/account/profile'),
    call('GET', '/api/v1/community/uploads/policy'),
  ]);
  const [profile, policy] = answers;
  part('account').hidden = profile.status !== 200;
  if (profile.status === 401) return openSignIn();
  const failed = answers.find(({ status }) => status !== 200);
  part('opening-words').textContent = failed === undefined ? '' : reason(failed.code ?? 'no_connection');
  part('reopen').hidden = failed === undefined;
  if (failed === undefined) openDesk(profile.body.profile, policy.body);
}

function openSignIn() {
  part('account').hidden = true;
  show('sign-in');
  part('password').value = '';
  part('email').focus();
}

function openDesk({ publicUid, displayName }, policy) {
  part('who').textContent = displayName;
  if (desk?.uid !== publicUid) {
    for (const upload of cards.keys()) drop(upload);
    desk = {
      uid: publicUid,
      policy,
      memory: openMemory(publicUid),
      lanes: openLanes(PARTS_AT_A_TIME),
      onSignedOut: () => {
        for (const upload of cards.keys()) upload.pause();
        part('sign-in-words').textContent = say('signedOut');
        openSignIn();
      },
    };
    for (const record of desk.memory.list()) void recall(record);
  }
  const extensions = extensionsOf(policy.mediaTypes);
  part('files').accept = extensions.map((extension) => `.${extension}`).join();
  const kinds = [...new Set(policy.mediaTypes.map((type) => words.kinds[type]))].join(', ');
  const limits = say('limits', { kinds, size: bytes(policy.limits.fileBytes) });
  const takesVideo = policy.mediaTypes.some((type) => type.startsWith('video/'));
  part('limits').textContent = takesVideo ? limits : `${limits} · ${words.reasons.no_video}`;
  show('desk');
  for (const upload of cards.keys()) if (upload.phase === 'paused') upload.start();
}

/** An upload that an earlier visit left unfinished. */
async function recall(record) {
  const { memory } = desk;
  const upload = new Upload(desk, { record, onChange: refresh });
  const isThere = await upload.look().catch(() => false);
  if (isThere) addCard(upload);
  else memory.forget(record.fingerprint);
}

async function add(file) {
  const fingerprint = await fingerprintOf(file).catch(() => undefined);
  const known = [...cards.keys()].find(
    (upload) => upload.fingerprint === fingerprint && fingerprint !== undefined && !DONE.has(upload.phase),
  );
  if (known === undefined) {
    const upload = new Upload(desk, { file, fingerprint, onChange: refresh });
    addCard(upload);
    upload.start();
  } else if (known.phase === 'unfinished') known.resumeWith(file);
  else if (known.phase === 'paused') known.start();
}

function addCard(upload) {
  const card = part('card-template').content.firstElementChild.cloneNode(true);
  const find = (name) => part(name, card);
  cards.set(upload, { card, find, told: undefined });
  find('name').textContent = upload.fileName;
  find('progress').setAttribute('aria-label', say('progressOf', { name: upload.fileName }));
  find('toggle').addEventListener('click', () => {
    if (upload.phase === 'unfinished') part('files').click();
    else if (upload.phase === 'rejected') void upload.retry();
    else if (upload.isPausable) upload.pause();
    else upload.start();
  });
  find('hurry').addEventListener('click', () => upload.hurry());
  find('end').addEventListener('click', () => {
    const next = card.nextElementSibling ?? card.previousElementSibling;
    if (!DONE.has(upload.phase)) void upload.cancel();
    drop(upload);
    // The focus was on what is gone now.
    (next === null ? part('files') : next.querySelector('button:not([hidden])'))?.focus();
  });
  part('uploads').append(card);
  refresh(upload);
}

function drop(upload) {
  cards.get(upload)?.card.remove();
  cards.delete(upload);
}

/** What the first button of a card does now; none when it can do nothing. */
function toggleOf({ phase, code, isPausable }) {
  if (isPausable) return 'pause';
  if (phase === 'paused') return 'resume';
  if (phase === 'unfinished') return 'choose';
  if (phase === 'rejected' && code === 'processing_failed') return 'again';
  return phase === 'failed' && AGAIN.has(code) ? 'again' : undefined;
}

function describe(upload) {
  const { phase, code, sentBytes, size, attachment } = upload;
  const share = percent(size === 0 ? 0 : Math.floor((sentBytes / size) * 100) / 100);
  switch (phase) {
    case 'waiting':
      return say('waiting', {
        reason: reason(code),
        seconds: duration(Math.max(0, (upload.until - Date.now()) / 1000)),
      });
    case 'unfinished':
      return say('unfinished', { share });
    case 'sending':
      return say('sending', { share });
    case 'paused':
      return say('paused', { share });
    case 'examining':
      return say('examining', { share: percent(attachment.processing?.progress ?? 0) });
    case 'rejected':
      return say('rejected', { reason: reason(code) });
    case 'failed':
      return say('failed', { reason: reason(code) });
    default:
      return say(phase);
  }
}

function figuresOf({ phase, sentBytes, size, rate }) {
  if (!['sending', 'paused', 'unfinished', 'waiting'].includes(phase)) return bytes(size);
  const amount = say('amount', { sent: bytes(sentBytes), total: bytes(size) });
  if (phase !== 'sending' || rate <= 0) return amount;
  return [amount, say('rate', { rate: bytes(rate) }), say('left', { time: duration((size - sentBytes) / rate) })].join(
    ' · ',
  );
}

function refresh(upload) {
  const shown = cards.get(upload);
  if (shown === undefined) return;
  const { card, find } = shown;
  const { phase, attachment, fileName } = upload;
  card.dataset.phase = phase;
  const text = describe(upload);
  if (find('state').textContent !== text) find('state').textContent = text;
  find('figures').textContent = figuresOf(upload);
  const progress = find('progress');
  progress.hidden = DONE.has(phase);
  const isExamined = phase === 'examining';
  progress.max = isExamined ? 1 : Math.max(1, upload.size);
  progress.value = isExamined ? (attachment.processing?.progress ?? 0) : upload.sentBytes;
  const toggle = toggleOf(upload);
  label(find('toggle'), toggle, fileName);
  label(find('end'), endOf(phase), fileName);
  find('hurry').hidden = phase !== 'waiting';
  find('open').hidden = phase !== 'ready';
  if (phase === 'ready') showResult(find, attachment);
  if (shown.told === phase) return;
  shown.told = phase;
  // Every change of phase is said once to those who do not see it; percents are not.
  if (phase !== 'queued') part('news').textContent = `${fileName}: ${text}`;
}

const endOf = (phase) =>
  DONE.has(phase) ? 'remove' : phase === 'finishing' || phase === 'examining' ? undefined : 'cancel';

/** Names a button; without a word it is not there. */
function label(button, word, fileName) {
  button.hidden = word === undefined;
  if (word === undefined || button.dataset.does === word) return;
  button.dataset.does = word;
  button.textContent = say(word);
  button.setAttribute('aria-label', `${say(word)}: ${fileName}`);
}

function showResult(find, { thumbnailUrl, downloadUrl, fileName }) {
  find('open').href = downloadUrl;
  const picture = find('thumbnail');
  if (thumbnailUrl === null || picture.getAttribute('src') === thumbnailUrl) return;
  picture.src = thumbnailUrl;
  picture.alt = say('thumbnailOf', { name: fileName });
  picture.hidden = false;
}

part('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = part('sign-in-button');
  button.disabled = true;
  const body = { email: part('email').value, password: part('password').value };
  const answer = await call('POST', '/api/auth/sign-in/email', { body });
  button.disabled = false;
  if (answer.status === 200) {
    part('sign-in-words').textContent = '';
    return open();
  }
  part('sign-in-words').textContent =
    answer.status === 429
      ? say('signInLater', { seconds: duration((answer.retryAfterMs ?? 60_000) / 1000) })
      : reason(answer.code ?? 'no_connection');
  part('password').focus();
});

part('sign-out').addEventListener('click', async () => {
  for (const upload of cards.keys()) upload.pause();
  await call('POST', '/api/auth/sign-out', { body: {} });
  await open();
});

part('reopen').addEventListener('click', () => void open());

part('files').addEventListener('change', async ({ target }) => {
  const chosen = [...target.files];
  // So that the same file can be chosen again.
  target.value = '';
  for (const file of chosen) await add(file);
});

const zone = part('drop');
const holdsFiles = (event) => event.dataTransfer?.types.includes('Files') ?? false;
addEventListener('dragover', (event) => {
  if (desk === undefined || part('desk').hidden || !holdsFiles(event)) return;
  event.preventDefault();
  zone.classList.add('over');
});
addEventListener('dragleave', (event) => event.relatedTarget === null && zone.classList.remove('over'));
addEventListener('drop', async (event) => {
  if (desk === undefined || part('desk').hidden || !holdsFiles(event)) return;
  event.preventDefault();
  zone.classList.remove('over');
  for (const file of [...event.dataTransfer.files]) await add(file);
});

addEventListener('online', () => {
  for (const upload of cards.keys()) upload.hurry();
});
setInterval(() => {
  for (const upload of cards.keys()) if (['sending', 'waiting'].includes(upload.phase)) refresh(upload);
}, TICK_MS);

void open();
