// Validates charts (provider sheet, 3.9). Charts are served byte for byte.
import { isRecord } from '../../../kernel/is-object.ts';
import type { UnknownRecord } from './shapes.ts';

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

function isConnection(value: unknown): boolean {
  return isRecord(value) && isNumber(value.lane) && isNumber(value.beat);
}

function isNote(note: UnknownRecord): boolean {
  switch (note.type) {
    case 'BPM':
      return isNumber(note.bpm) && isNumber(note.beat);
    case 'System':
      return typeof note.data === 'string' && isNumber(note.beat);
    case 'Single':
      return isNumber(note.lane) && isNumber(note.beat);
    case 'Long':
    case 'Slide':
      return Array.isArray(note.connections) && note.connections.length > 0 && note.connections.every(isConnection);
    case 'Directional':
      return isNumber(note.lane) && isNumber(note.beat) && (note.direction === 'Left' || note.direction === 'Right');
    default:
      return false;
  }
}

/** A non-empty list of notes of the known types. */
export function isChart(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((note) => isRecord(note) && isNote(note));
}
