// Mail out: through SMTP, or, where none is configured, one `.eml` file a mail in the outbox folder, readable as it is.
// Sends or throws; retries, guards and texts belong to whoever asks. Addresses are given apart from their names, so that
// none can bring a header of its own.
import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { removeQuietly, temporaryPath, writeAtomically } from '../files/durable.ts';

export interface Mail {
  /** A bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Sends one mail; throws when it was not taken. */
  send(mail: Mail): Promise<void>;
  /** Whether mail would be taken now: a conversation with the server, or a folder that can be written. */
  check(): Promise<boolean>;
  /** The same asked anew; throws with the reason. */
  probe(): Promise<void>;
  close(): void;
}

export interface MailOptions {
  /** `smtp://…` or `smtps://…`; undefined: the outbox. */
  readonly smtpUrl: string | undefined;
  /** Sender, an address with or without a name. */
  readonly from: string;
  readonly outboxDirectory: string;
}

const CONNECT_MS = 5_000;
const SOCKET_MS = 15_000;
/** How long the outcome of a check holds. */
const CHECK_GOOD_MS = 2_000;

/** The mailer of a configuration; nothing is contacted yet. */
export function openMailer(options: MailOptions): Mailer {
  return options.smtpUrl === undefined ? openOutbox(options) : openSmtp(options.smtpUrl, options.from);
}

/** Machines must not answer these mails (RFC 3834). */
const HEADERS = { 'Auto-Submitted': 'auto-generated' } as const;

function openSmtp(url: string, from: string): Mailer {
  const connection = {
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const pool = createTransport({ ...connection, pool: true, maxConnections: 3 });
  // NOTE: `verify` on a pool stays with a connection that the server has closed since; a transport of its own asks anew.
  const probe = createTransport(connection);
  let goodUntil = Number.NEGATIVE_INFINITY;
  return {
    send: async ({ to, subject, text, html }) => {
      await pool.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: HEADERS,
        // Left to itself it takes base64 for some texts, by their letters: links stay readable this way.
        textEncoding: 'quoted-printable',
      });
    },
    check: async () => {
      if (performance.now() < goodUntil) return true;
      try {
        await probe.verify();
        goodUntil = performance.now() + CHECK_GOOD_MS;
        return true;
      } catch {
        return false;
      }
    },
    probe: async () => {
      await probe.verify();
    },
    close: () => {
      pool.close();
      probe.close();
    },
  };
}

function openOutbox({ from, outboxDirectory }: MailOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const prepare = (): void => {
    mkdirSync(outboxDirectory, { recursive: true, mode: 0o700 });
  };
  return {
    send: async ({ to, subject, text, html }) => {
      // Unencoded parts: the file is for people who read it in an editor, and a link must be whole on its line.
      const alternatives = [plainPart('text/plain', text), plainPart('text/html', html)];
      const sent = await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        alternatives,
        headers: HEADERS,
      });
      if (!(sent.message instanceof Uint8Array)) throw new Error('the mail was not composed');
      prepare();
      const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
      writeAtomically(join(outboxDirectory, `${stamp}-${randomBytes(4).toString('hex')}.eml`), sent.message);
    },
    check: async () => {
      try {
        prepare();
        accessSync(outboxDirectory, constants.W_OK);
        return true;
      } catch {
        return false;
      }
    },
    probe: async () => {
      prepare();
      const trial = temporaryPath(outboxDirectory);
      writeAtomically(trial, Buffer.from('a check'));
      removeQuietly(trial);
    },
    close: () => {
      transport.close();
    },
  };
}

function plainPart(mediaType: string, content: string): { readonly raw: string } {
  return { raw: `Content-Type: ${mediaType}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}` };
}
