// The types of the browser hide those of the runtime for what both have: workers of the runtime need not keep a process
// alive.
export {};

declare global {
  interface Worker {
    unref(): void;
  }
}
