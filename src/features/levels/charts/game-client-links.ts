// How players' clients reach this instance: its address as they are given it, and links that open a level in them.
import { LOOPBACK_NAMES } from '../../../http/gates/own-address.ts';

/** Address of this instance as links of the request have it. */
interface Addressed {
  readonly address: string;
}

/** The site that opens levels in the client, or says where to get it. */
const OPEN_SITE = 'https://open.sonolus.com';

/** The address of this instance as one types it into a client. */
export const serverAddress = ({ address }: Addressed): string => address.replace(/^https:\/\//, '');

/** A link that opens a level in the client. */
export const openAddress = ({ address }: Addressed, level: string): string =>
  `${OPEN_SITE}/${address.replace(/^https?:\/\//, '')}/levels/${encodeURIComponent(level)}`;

/** Whether the page was opened by a name that leads each device to itself. */
export const isOnThisMachine = ({ address }: Addressed): boolean =>
  LOOPBACK_NAMES.some((name) => name === new URL(address).hostname);

/** The address under which a phone of the same network may reach this machine, as an example. */
export function exampleAddress({ address }: Addressed, path: string): string {
  const { port, pathname } = new URL(address);
  return `http://192.168.1.20${port === '' ? '' : `:${port}`}${pathname.replace(/\/$/, '')}${path}`;
}
