/** @jsxImportSource preact */
// Opens the page again with the time zone of the browser, where it is another one. Shows nothing.
import { useEffect } from 'preact/hooks';

export interface OwnTimeZoneProps {
  /** The zone that the page was made for. */
  readonly shown: string;
}

export function OwnTimeZone({ shown }: OwnTimeZoneProps): null {
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!own || own === shown) return;
    const address = new URL(location.href);
    address.searchParams.set('timeZone', own);
    location.replace(address);
  }, [shown]);
  return null;
}
