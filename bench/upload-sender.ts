// The client of the upload benchmark, a process of its own: HTTP/1.1 over bare sockets, which hands the kernel slices of one
// buffer, so that it costs little beside the servers and is no part of what is compared. Sends files by both protocols and
// tells how long that took and what it cost this process. One command at a time over IPC.
import { makePngBomb } from '../tests/fixtures/pictures.ts';

/** What the parent asks: some files at once, all of them by one protocol. */
export interface SendCommand {
  readonly protocol: 'livehouse' | 'tus';
  readonly port: number;
  /** Session of an account; Livehouse only. */
  readonly cookie: string;
  readonly files: number;
  readonly fileBytes: number;
  /** Parts of one file under way at once; tus sends its parts in order. */
  readonly partsAtOnce: number;
}

export interface SendReport {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
}

export type SendReply = SendReport | { readonly error: string };

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const PART_BYTES = 8_388_608;
/** Handed to the kernel in one call. */
const WRITE_BYTES = 262_144;
const HEAD_END = '\r\n\r\n';

/** One connection that is kept: a request, its answer, then the next. */
class Wire {
  readonly #socket: Promise<Bun.Socket>;
  #body: Uint8Array = new Uint8Array();
  #sent = 0;
  #received = '';
  #settle: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | undefined;

  constructor(port: number) {
    this.#socket = Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        drain: (socket) => this.#push(socket),
        data: (_, piece) => this.#receive(piece.toString('latin1')),
        close: () => this.#settle?.reject(new Error('the server closed the connection')),
        error: (_, error) => this.#settle?.reject(error),
      },
    });
  }

  /** Sends a request and waits for its answer; throws when the status is another than `expected`. */
  async request(
    [method, path]: readonly [method: string, path: string],
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
    expected: number,
  ): Promise<Answer> {
    const socket = await this.#socket;
    const lines = Object.entries({ ...headers, 'content-length': String(body.length) });
    const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#body = body;
      this.#sent = 0;
      if (socket.write(head) !== head.length) reject(new Error('a head did not fit'));
      this.#push(socket);
    });
    if (answer.status !== expected) throw new Error(`${answer.status} in place of ${expected}: ${answer.body}`);
    return answer;
  }

  async close(): Promise<void> {
    (await this.#socket).end();
  }

  #push(socket: Bun.Socket): void {
    while (this.#sent < this.#body.length) {
      const written = socket.write(this.#body, this.#sent, Math.min(WRITE_BYTES, this.#body.length - this.#sent));
      if (written <= 0) return;
      this.#sent += written;
    }
  }

  #receive(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf(HEAD_END);
    if (end < 0) return;
    const [first = '', ...lines] = this.#received.slice(0, end).split('\r\n');
    const status = Number(first.split(' ')[1]);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    const bytes = status === 204 ? 0 : Number(headers.get('content-length'));
    const body = this.#received.slice(end + HEAD_END.length);
    if (body.length < bytes) return;
    this.#received = '';
    this.#settle?.resolve({ status, headers, body });
  }
}

const NOTHING = new Uint8Array();
let serial = 0;

/** One file into Livehouse: an intent, its parts in any order, completion. */
async function sendToLivehouse(command: SendCommand, wires: readonly Wire[], bytes: Uint8Array): Promise<void> {
  const origin = `http://127.0.0.1:${command.port}`;
  const headers = { host: origin.slice('http://'.length), origin, cookie: command.cookie };
  const [first] = wires;
  if (first === undefined) throw new Error('there is no connection');
  serial += 1;
  const json = { ...headers, 'content-type': 'application/json' };
  const metadata = { fileName: 'bench.png', mediaType: 'image/png', size: bytes.length };
  const reserved = await first.request(
    ['POST', '/api/v1/community/uploads/intents'],
    { ...json, 'idempotency-key': `bench-key-of-${process.pid}-number-${serial}` },
    Buffer.from(JSON.stringify(metadata)),
    201,
  );
  const upload = `/api/v1/community/uploads/${String(JSON.parse(reserved.body).attachment.id)}`;
  const octets = { ...headers, 'content-type': 'application/octet-stream' };
  const count = Math.ceil(bytes.length / PART_BYTES);
  let next = 1;
  await Promise.all(
    wires.map(async (wire) => {
      while (next <= count) {
        const number = next++;
        const part = bytes.subarray((number - 1) * PART_BYTES, number * PART_BYTES);
        await wire.request(['PUT', `${upload}/parts/${number}`], octets, part, 200);
      }
    }),
  );
  await first.request(['POST', `${upload}/complete`], headers, NOTHING, 202);
}

/** One file into tus: its parts in order, since the protocol knows no other. */
async function sendToTus({ port }: SendCommand, [wire]: readonly Wire[], bytes: Uint8Array): Promise<void> {
  if (wire === undefined) throw new Error('there is no connection');
  const headers = { host: `127.0.0.1:${port}`, 'tus-resumable': '1.0.0' };
  const made = await wire.request(
    ['POST', '/files'],
    { ...headers, 'upload-length': String(bytes.length) },
    NOTHING,
    201,
  );
  const { pathname } = new URL(made.headers.get('location') ?? '', `http://127.0.0.1:${port}`);
  const octets = { ...headers, 'content-type': 'application/offset+octet-stream' };
  for (let offset = 0; offset < bytes.length; offset += PART_BYTES) {
    const part = bytes.subarray(offset, offset + PART_BYTES);
    await wire.request(['PATCH', pathname], { ...octets, 'upload-offset': String(offset) }, part, 204);
  }
}

/** A PNG filled up to the size. */
function makeFile(bytes: number): Uint8Array {
  const picture = Buffer.from(makePngBomb(64, 64));
  const padding = bytes - picture.length - 12;
  const chunk = Buffer.alloc(padding + 12, 0x62);
  chunk.writeUInt32BE(padding, 0);
  chunk.write('zzZz', 4, 'latin1');
  return Buffer.concat([picture.subarray(0, -12), chunk, picture.subarray(-12)]);
}

const made = new Map<number, Uint8Array>();

function openFile(bytes: number): Uint8Array {
  const file = made.get(bytes) ?? makeFile(bytes);
  made.set(bytes, file);
  return file;
}

async function send(command: SendCommand): Promise<SendReport> {
  const bytes = openFile(command.fileBytes);
  const lines = Array.from({ length: command.files }, () =>
    Array.from({ length: command.protocol === 'tus' ? 1 : command.partsAtOnce }, () => new Wire(command.port)),
  );
  const usage = process.cpuUsage();
  const startedAt = performance.now();
  const sendOne = command.protocol === 'tus' ? sendToTus : sendToLivehouse;
  await Promise.all(lines.map((wires) => sendOne(command, wires, bytes)));
  const milliseconds = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(usage);
  await Promise.all(lines.flat().map((wire) => wire.close()));
  return { milliseconds, cpuMilliseconds: (user + system) / 1000 };
}

process.on('message', (command: SendCommand) => {
  send(command).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
