// Colours of the data on a page. An element is tinted by a class, and the page loads the sheet of each colour that it has met.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The colours of the page that is being rendered, as six digits. */
export const TintsContext = createContext<Set<string> | undefined>(undefined);

/** Each colour is a request: a list of people may have a colour for everybody. */
const TINTS_MAX = 24;

/** Gives the class of an element with this colour; undefined: the element has none, or the page has too many. */
export function useTints(): (digits: string | undefined) => string | undefined {
  const met = useContext(TintsContext);
  return (digits) => {
    if (digits === undefined || met === undefined) return undefined;
    if (met.size >= TINTS_MAX && !met.has(digits)) return undefined;
    met.add(digits);
    return tintClass(digits);
  };
}

export const tintClass = (digits: string): string => `tinted tint-${digits}`;
