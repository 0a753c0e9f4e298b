// The tools of the editor, in their order. What they do is in text-tools.ts, which is loaded when somebody writes.
export const TOOLS = ['bold', 'italic', 'strike', 'heading', 'quote', 'list', 'numbers', 'link', 'code'] as const;
export type Tool = (typeof TOOLS)[number];
