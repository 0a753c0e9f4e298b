// Compiles only while the code of the browser has no globals of the server.
// @ts-expect-error: there is no Bun in the browser
export type NoBun = typeof Bun;
