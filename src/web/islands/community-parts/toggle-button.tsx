/** @jsxImportSource preact */
// A button that is on or off. The press counts at once; when the service refuses, the old state comes back with a sentence.
// For strangers it is a link to sign in.
import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Outcome } from '../../client/endpoints.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { IconShape } from '../../ui/icons.ts';
import { type Asker, tellRefusal } from './refused.ts';

export interface ToggleButtonProps {
  readonly icon: IconShape;
  /** Name by which keys of the page find it. */
  readonly act?: 'like' | 'bookmark';
  /** Name of the act, for screen readers. */
  readonly label: string;
  /** What stands beside the icon; the label is not read then but for its count. */
  readonly text?: string;
  readonly on: boolean;
  readonly variant?: 'plain' | 'quiet';
  /** Where strangers sign in; undefined for members. */
  readonly signIn: string | undefined;
  readonly onPress: (active: boolean) => void;
}

export function ToggleButton({
  icon,
  act,
  label,
  text,
  on,
  variant = 'quiet',
  signIn,
  onPress,
}: ToggleButtonProps): VNode {
  if (signIn !== undefined) {
    return (
      <LinkButton variant={variant} icon={icon} href={signIn} aria-label={label} data-act={act}>
        {text}
      </LinkButton>
    );
  }
  return (
    <span class="needs-script">
      <Button
        type="button"
        variant={variant}
        icon={icon}
        aria-pressed={on ? 'true' : 'false'}
        aria-label={label}
        data-act={act}
        onClick={() => onPress(!on)}
      >
        {text}
      </Button>
    </span>
  );
}

/** Sets a shared value to a wish. When the wish is refused, says so and sets it back to what it was. */
export async function wish<T>(
  asker: Asker,
  shared: Signal<T>,
  value: T,
  send: () => Promise<Outcome<unknown>>,
): Promise<void> {
  const before = shared.value;
  shared.value = value;
  const outcome = await send();
  if (outcome.ok) return;
  tellRefusal(asker, outcome);
  if (shared.value === value) shared.value = before;
}
