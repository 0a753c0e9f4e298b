/** @jsxImportSource preact */
// Chooses the square of a picture that is sent: by drag, two fingers, wheel, slider or keys. All of it happens in the browser.
import type { RefObject, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SayKey } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { type Crop, moveCrop, sideOf, wholeOf, ZOOM_MAX, zoomCrop } from './crop.ts';

export type CropWords = 'cropTitle' | 'cropHint' | 'part' | 'zoom' | 'use' | 'close';

export interface CropDialogProps {
  readonly image: ImageBitmap | undefined;
  /** Of the file that was chosen; what is sent has the same where it can. */
  readonly mediaType: string;
  readonly dialogRef: RefObject<HTMLDialogElement | null>;
  readonly say: SayKey<CropWords>;
  readonly onChosen: (square: Blob) => void;
}

/** Side of what is sent, at most; avatars are shown smaller. */
const SENT_PIXELS = 512;
const SHOWN_PIXELS = 320;
/** A step of an arrow key, in parts of the square, and of + and −. */
const KEY_STEP = 0.05;
const ZOOM_STEP = 1.1;
const JPEG_QUALITY = 0.92;

interface Point {
  readonly x: number;
  readonly y: number;
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

export function CropDialog(props: CropDialogProps): VNode {
  const { image, mediaType, dialogRef, say, onChosen } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, Point>());
  const [kept, setKept] = useState<{ readonly image: ImageBitmap; readonly crop: Crop } | undefined>(undefined);
  // Another picture begins anew.
  const crop = kept !== undefined && kept.image === image ? kept.crop : image && wholeOf(image);
  useEffect(() => {
    if (image !== undefined && crop !== undefined && canvas.current !== null) draw(canvas.current, image, crop);
  }, [image, crop]);

  const change = (next: (size: ImageBitmap, crop: Crop) => Crop): void => {
    if (image === undefined) return;
    setKept((now) => ({ image, crop: next(image, now?.image === image ? now.crop : wholeOf(image)) }));
  };
  const move = (right: number, down: number): void => change((size, now) => moveCrop(size, now, right, down));
  const zoomTo = (zoomOf: (zoom: number) => number): void =>
    change((size, now) => zoomCrop(size, now, zoomOf(now.zoom)));
  const press = (event: KeyboardEvent): void => {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => move(-KEY_STEP, 0),
      ArrowRight: () => move(KEY_STEP, 0),
      ArrowUp: () => move(0, -KEY_STEP),
      ArrowDown: () => move(0, KEY_STEP),
      '+': () => zoomTo((zoom) => zoom * ZOOM_STEP),
      '-': () => zoomTo((zoom) => zoom / ZOOM_STEP),
    };
    const act = acts[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  const touch = (event: PointerEvent): void => {
    canvas.current?.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const lift = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
  };
  const drag = (event: PointerEvent): void => {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    fingers.current.set(event.pointerId, now);
    const [other] = others;
    if (other !== undefined) {
      const ratio = distance(now, other) / Math.max(1, distance(before, other));
      zoomTo((zoom) => zoom * ratio);
    }
    // With two fingers the middle between them moves half as far as one of them.
    const share = 1 / ((others.length + 1) * (canvas.current?.clientWidth ?? SHOWN_PIXELS));
    move((before.x - now.x) * share, (before.y - now.y) * share);
  };
  const send = async (): Promise<void> => {
    if (image === undefined || crop === undefined) return;
    const square = document.createElement('canvas');
    const side = Math.max(1, Math.round(Math.min(SENT_PIXELS, sideOf(image, crop))));
    [square.width, square.height] = [side, side];
    draw(square, image, crop);
    const type = mediaType === 'image/jpeg' ? mediaType : 'image/png';
    const blob = await new Promise<Blob | null>((resolve) => square.toBlob(resolve, type, JPEG_QUALITY));
    if (blob !== null) onChosen(blob);
  };
  return (
    <Dialog
      id="avatar-crop"
      title={say('cropTitle')}
      closeLabel={say('close')}
      dialogRef={dialogRef}
      full
      actions={
        <Button type="button" variant="main" onClick={() => void send()}>
          {say('use')}
        </Button>
      }
    >
      <div class="stack crop">
        <p class="meta" id="avatar-crop-hint">
          {say('cropHint')}
        </p>
        <canvas
          ref={canvas}
          width={SHOWN_PIXELS}
          height={SHOWN_PIXELS}
          tabIndex={0}
          role="img"
          aria-label={say('part')}
          aria-describedby="avatar-crop-hint"
          onKeyDown={press}
          onPointerDown={touch}
          onPointerMove={drag}
          onPointerUp={lift}
          onPointerCancel={lift}
          onWheel={(event) => {
            event.preventDefault();
            zoomTo((zoom) => (event.deltaY < 0 ? zoom * ZOOM_STEP : zoom / ZOOM_STEP));
          }}
        />
        <label class="field">
          <span>{say('zoom')}</span>
          <input
            type="range"
            min={1}
            max={ZOOM_MAX}
            step={0.01}
            value={crop?.zoom ?? 1}
            onInput={({ currentTarget }) => zoomTo(() => Number(currentTarget.value))}
          />
        </label>
      </div>
    </Dialog>
  );
}

function draw(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const side = sideOf(image, crop);
  const { width, height } = canvas;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, width, height);
  context.drawImage(image, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, width, height);
}
