// Replaces a dismissed element by a line with an undo button, until the page is left.

export interface UndoLine {
  readonly text: string;
  readonly undo: string;
  readonly run: () => void;
}

/** Hides these elements; the line stands where the first of them is, and gets the focus, which would be lost otherwise. */
export function leaveUndoLine(hidden: readonly HTMLElement[], { text, undo, run }: UndoLine): void {
  const [first] = hidden;
  if (first === undefined) return;
  const line = document.createElement('div');
  line.className = 'undo-line';
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  button.textContent = undo;
  button.addEventListener('click', () => {
    for (const element of hidden) element.hidden = false;
    line.remove();
    first.focus();
    run();
  });
  line.append(words, button);
  first.before(line);
  for (const element of hidden) element.hidden = true;
  // A region says what comes into it, not what it came with.
  words.textContent = text;
  button.focus();
}
