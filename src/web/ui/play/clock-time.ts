// Lengths and moments of sound as people read them. Pure.

/** `1:05` of 65.4; never negative. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
