// Keeps somebody signed in who only visits pages: the session ends a week after it was last renewed, and pages do not renew it.
import { call } from './call.ts';

const STORED = 'livehouse.session-renewed';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Renews the session, on pages of people who are signed in, at most once a day and device. */
export function renewSession(): void {
  if (document.querySelector('[data-bell]') === null) return;
  try {
    if (Date.now() - Number(localStorage.getItem(STORED)) < DAY_MS) return;
    localStorage.setItem(STORED, String(Date.now()));
  } catch {
    // Without storage each page renews it, and the service does so only once a day.
  }
  void call('GET /api/auth/get-session', {});
}
