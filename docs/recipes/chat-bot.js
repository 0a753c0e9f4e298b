// @ts-check
// A chat bot: answers the command `/song words` with title, charts and jacket of the song that fits best.
//
//   LIVEHOUSE=https://example.org PUBLIC_KEY=… PORT=8787 node chat-bot.js
//
// It speaks the protocol of Discord's interactions: the chat sends requests to an address of yours, signed with Ed25519.
// PUBLIC_KEY is the one that the chat shows for your application.
import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { connect, LivehouseError } from '@livehouse/client';

const { LIVEHOUSE = 'http://localhost:8080', PUBLIC_KEY = '', PORT = '8787' } = process.env;
/** Kinds of requests, and of answers. */
const PING = 1;
const COMMAND = 2;
const MESSAGE = 4;
/** Only who asked sees the answer. */
const EPHEMERAL = 64;
const BODY_BYTES_MAX = 100_000;

// The chat waits for three seconds.
/** @type {import('@livehouse/client').Livehouse<import('./demo.d.ts').Demo>} */
const house = connect(LIVEHOUSE, { timeoutMs: 2_000, retries: 0 });
const catalog = house.catalog('demo');
const x = Buffer.from(PUBLIC_KEY, 'hex').toString('base64url');
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

/** @param {string} words */
async function findSong(words) {
  const found = await catalog.songs.query().search(words).whole().locale('en').first();
  if (found === undefined) return { content: 'There is no such song.', flags: EPHEMERAL };
  const { id, entity } = found;
  const charts = Object.entries(entity.charts).map(([difficulty, chart]) => `${difficulty} ${chart.rating}`);
  const embed = {
    title: entity.musicTitle ?? '',
    description: entity.artistName ?? '',
    url: `${house.url}/catalog/demo/songs/${id}`,
    thumbnail: { url: catalog.fileUrl(entity.jacket, { width: 192 }) },
    fields: [{ name: 'Charts', value: charts.join(' · ') }],
  };
  return { embeds: [embed] };
}

/** @param {{ type: number, data?: { name: string, options?: { name: string, value: string }[] } }} interaction */
async function answer({ type, data }) {
  if (type === PING) return { type: PING };
  if (type !== COMMAND || data?.name !== 'song') return undefined;
  const words = data.options?.find(({ name }) => name === 'words')?.value ?? '';
  try {
    return { type: MESSAGE, data: await findSong(words) };
  } catch (error) {
    if (!(error instanceof LivehouseError)) throw error;
    console.error(error.code, error.requestId);
    return { type: MESSAGE, data: { content: 'The catalog cannot be read now.', flags: EPHEMERAL } };
  }
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<{ status: number, body?: unknown }>} */
async function receive(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return { status: 413 };
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const { 'x-signature-ed25519': signature, 'x-signature-timestamp': time } = request.headers;
  const signed = Buffer.concat([Buffer.from(String(time)), body]);
  if (!verify(null, signed, key, Buffer.from(String(signature), 'hex'))) return { status: 401 };
  const answered = await answer(JSON.parse(String(body)));
  return answered === undefined ? { status: 400 } : { status: 200, body: answered };
}

const server = createServer(async (request, response) => {
  const { status, body } = await receive(request).catch((error) => {
    console.error(error);
    return { status: 500, body: undefined };
  });
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
server.listen(Number(PORT), () => {
  const address = server.address();
  console.log(`listening on ${typeof address === 'object' ? address?.port : address}`);
});
