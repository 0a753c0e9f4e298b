/** @jsxImportSource preact */
// An act in a menu of an island.
import type { VNode } from 'preact';
import { Icon } from '../../ui/icon.tsx';
import type { IconShape } from '../../ui/icons.ts';

export interface MenuActProps {
  readonly icon: IconShape;
  readonly text: string;
  readonly onPress: () => void;
}

export const MenuAct = ({ icon, text, onPress }: MenuActProps): VNode => (
  <button type="button" onClick={onPress}>
    <Icon shape={icon} />
    {text}
  </button>
);
