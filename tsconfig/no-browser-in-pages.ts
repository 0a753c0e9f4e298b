// Compiles only while the pages of the server have no globals of the browser.
// @ts-expect-error: there is no document on the server
export type NoDocument = typeof document;
