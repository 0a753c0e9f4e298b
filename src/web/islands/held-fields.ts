// What somebody typed, ticked or chose in an island before its script arrived. Hydration would put back what the page came with.
import { options, type VNode } from 'preact';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Hydrates the fields below an element, and tells what renders them what they hold by now. */
export function hydrateHeld(root: Element, hydrate: () => void): void {
  const held = [...root.querySelectorAll<Field>('input, textarea, select')].filter(isTouched);
  const texts = new Map(held.flatMap((field) => (field.localName === 'textarea' ? [[field.id, field.value]] : [])));
  const { vnode: before } = options;
  options.vnode = (vnode: VNode) => {
    const { props } = vnode;
    const text = vnode.type === 'textarea' && 'id' in props ? texts.get(String(props.id)) : undefined;
    // Hydration writes the text of a text area: another one would end what an input method composes, and lose the caret.
    if (text !== undefined) Object.assign(props, { value: text });
    before?.(vnode);
  };
  try {
    hydrate();
  } finally {
    if (before === undefined) delete options.vnode;
    else options.vnode = before;
  }
  for (const field of held) field.dispatchEvent(new Event(isTyped(field) ? 'input' : 'change', { bubbles: true }));
}

const TICKED: ReadonlySet<string> = new Set(['checkbox', 'radio']);

const isTyped = ({ type }: Field): boolean => !TICKED.has(type) && type !== 'file' && !type.startsWith('select');

/** Whether a field holds something else than the page came with. */
function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    return field.selectedOptions[0] !== first;
  }
  if (TICKED.has(field.type)) return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  // A slider has a value even where the page named none.
  return field.value !== field.defaultValue && (field.type !== 'range' || field.defaultValue !== '');
}
