// Talks to the service for the upload page: JSON calls and bytes with progress. An answer is a value, whatever its status;
// no connection is status 0. Says which answers are worth another try and how long to wait before it. Knows no page.

/** A request without a sign of life for this long is given up. */
const SILENCE_MS = 60_000;
const PAUSE_LEAST_MS = 1_000;
const PAUSE_MOST_MS = 30_000;
const PASSING = new Set([0, 408, 425, 429, 502, 503, 504]);
const OCTETS = 'application/octet-stream';

/** Whether another try of the same may end better. */
export const isPassing = (answer) => PASSING.has(answer.status) || answer.code === 'upload_interrupted';

/** Milliseconds to wait before another try: what the service asks for, else longer each time, never all at one moment. */
export function pauseBefore(tries, retryAfterMs) {
  const growing = Math.min(PAUSE_MOST_MS, PAUSE_LEAST_MS * 2 ** Math.min(tries, 10));
  return Math.max(retryAfterMs ?? 0, growing * (0.75 + Math.random() / 4));
}

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Milliseconds of a `Retry-After` header, in either of its forms. */
function readRetryAfter(value) {
  if (value === null || value === '') return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

const answerOf = (status, text, retryAfter) => {
  const body = parse(text);
  return { status, body, code: body?.error?.code, retryAfterMs: readRetryAfter(retryAfter) };
};
const NO_ANSWER = { status: 0, body: undefined, code: undefined, retryAfterMs: undefined };

/** A JSON call; rejects only when `signal` aborts. */
export async function call(method, path, { body, headers = {}, signal } = {}) {
  const giveUp = AbortSignal.timeout(SILENCE_MS);
  try {
    const answer = await fetch(path, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: signal === undefined ? giveUp : AbortSignal.any([signal, giveUp]),
    });
    return answerOf(answer.status, await answer.text(), answer.headers.get('Retry-After'));
  } catch {
    signal?.throwIfAborted();
    return NO_ANSWER;
  }
}

/** Sends bytes; `onSent` is told how many have left. Rejects only when `signal` aborts. */
export function sendBytes(path, bytes, { signal, onSent }) {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    // NOTE: `fetch` does not tell how much of a body has been sent.
    const request = new XMLHttpRequest();
    let silence;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MS);
    };
    const stop = () => request.abort();
    const end = (answer) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason);
      else resolve(answer);
    };
    request.open('PUT', path);
    request.setRequestHeader('Content-Type', OCTETS);
    request.upload.addEventListener('progress', ({ loaded }) => {
      listen();
      onSent(loaded);
    });
    request.addEventListener('load', () =>
      end(answerOf(request.status, request.responseText, request.getResponseHeader('Retry-After'))),
    );
    request.addEventListener('error', () => end(NO_ANSWER));
    request.addEventListener('abort', () => end(NO_ANSWER));
    signal.addEventListener('abort', stop, { once: true });
    listen();
    request.send(bytes);
  });
}

/** Waits. Rejects when `signal` aborts. */
export function wait(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Places for `count` things at a time, given in the order in which they were asked for. */
export function openLanes(count) {
  let free = count;
  const waiting = [];
  const release = () => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    /** Runs `work` as soon as there is a place. Rejects when `signal` aborts before. */
    async run(signal, work) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else {
        await new Promise((resolve, reject) => {
          const leave = () => {
            waiting.splice(waiting.indexOf(enter), 1);
            reject(signal.reason);
          };
          const enter = () => {
            signal.removeEventListener('abort', leave);
            resolve();
          };
          waiting.push(enter);
          signal.addEventListener('abort', leave, { once: true });
        });
      }
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
