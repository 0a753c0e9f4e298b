// The sound of the page, which all of its islands share.
import { type Signal, signal } from '@preact/signals';

/** The sound of the page, once its player is alive. */
export const songSound: Signal<HTMLAudioElement | undefined> = signal(undefined);
