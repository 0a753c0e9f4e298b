// File names in headers. Names come from operators and strangers, so whatever could break the header or fool the eye is removed.

/** `Content-Disposition: attachment` with a safe name (RFC 6266; control and bidi characters removed). */
export function attachmentDisposition(fileName: string): string {
  const clean = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(0, 200) || 'file';
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const extended = encodeURIComponent(clean).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return ascii === clean
    ? `attachment; filename="${ascii}"`
    : `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`;
}
