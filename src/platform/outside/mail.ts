// Outgoing mail: by SMTP, or, if none is configured, one readable `.eml` file per mail in the outbox folder. Sends or
// throws; callers own retries, rate limits and texts. Addresses are passed separately from names, so neither can inject
// headers.
import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { removeQuietly, temporaryPath, writeAtomically } from '../files/durable.ts';

export interface Mail {
  /** An address without a display name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address that ends such mails with one request (RFC 8058). */
  readonly unsubscribe?: string;
}

export interface Mailer {
  /** Sends one mail. Throws when it was not accepted. */
  send(mail: Mail): Promise<void>;
  /**
   * Whether mail would be accepted now: the server responds, or the folder is writable. The result may be cached
   * briefly.
   */
  check(): Promise<boolean>;
  /** Like `check`, uncached; throws with the reason. */
  probe(): Promise<void>;
  close(): void;
}

export interface MailOptions {
  /** `smtp://…` or `smtps://…`. Undefined: the outbox. */
  readonly smtpUrl: string | undefined;
  /** Sender of the next mail: an address with or without a display name, or both apart. */
  readonly from: () => string | { readonly name: string; readonly address: string };
  readonly outboxDirectory: string;
}

const CONNECT_MS = 5_000;
const SOCKET_MS = 15_000;
/** How long a successful check is cached. */
const CHECK_GOOD_MS = 2_000;

/** The configured mailer. Contacts nothing yet. */
export function openMailer(options: MailOptions): Mailer {
  return options.smtpUrl === undefined ? openOutbox(options) : openSmtp(options.smtpUrl, options.from);
}

/** Prevents automatic replies (RFC 3834). */
const HEADERS = { 'Auto-Submitted': 'auto-generated' } as const;

const headersOf = ({ unsubscribe }: Mail) => ({
  ...HEADERS,
  ...(unsubscribe !== undefined && {
    // Prepared, since nodemailer would fold a long address onto a line of its own, which not every mail program reads.
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

function openSmtp(url: string, from: MailOptions['from']): Mailer {
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
  // NOTE: on a pooled transport `verify` reuses a connection that the server may have closed, so a separate transport
  // is used.
  const probe = createTransport(connection);
  let goodUntil = Number.NEGATIVE_INFINITY;
  return {
    send: async (mail) => {
      const { to, subject, text, html } = mail;
      await pool.sendMail({
        from: from(),
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: headersOf(mail),
        // By default nodemailer chooses base64 for some texts, by their characters. Quoted-printable keeps links
        // readable.
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
    send: async (mail) => {
      const { to, subject, text, html } = mail;
      // Unencoded parts, since people read the file in an editor and links must stay on one line.
      const alternatives = [plainPart('text/plain', text), plainPart('text/html', html)];
      const sent = await transport.sendMail({
        from: from(),
        to: { name: '', address: to },
        subject,
        alternatives,
        headers: headersOf(mail),
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
