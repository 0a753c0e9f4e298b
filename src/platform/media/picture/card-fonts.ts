// Fonts of the machine, as cards for other sites need them. The parent process names them; only the child opens them.
import { readdirSync } from 'node:fs';

/** Where systems keep fonts and what fontconfig reads of them. */
export const FONT_FOLDERS = [
  ...['/usr/share/fonts', '/usr/local/share/fonts', '/etc/fonts', '/usr/share/fontconfig', '/var/cache/fontconfig'],
  ...['/usr/share/xml/fontconfig', '/run/current-system/sw/share/X11/fonts'],
];

/** Names of the files of fonts that hold Chinese, Japanese and Korean characters, as distributions package them. */
const CJK_FILE =
  /cjk|source.?han|noto.?(?:sans|serif)(?:jp|kr|sc|tc|hk)|ipa(?:ex)?[gm]|takao|vl-?gothic|wqy|droidsansfallback|unifont|arphic|uming|ukai|sazanami/i;
const FONT_FILE = /\.(?:ttf|ttc|otf|otc|pcf\.gz)$/i;

/** What to install where there are none. */
export const INSTALL_CJK_FONTS = 'install fonts-noto-cjk (Debian), font-noto-cjk (Alpine) or another such font';

let known: boolean | undefined;

/** Whether this machine has a font with CJK characters. Looked up once. */
export function hasCjkFont(): boolean {
  known ??= FONT_FOLDERS.some((folder) => {
    try {
      return readdirSync(folder, { recursive: true }).some((path) => {
        const name = String(path).split('/').at(-1) ?? '';
        return FONT_FILE.test(name) && CJK_FILE.test(name);
      });
    } catch {
      return false;
    }
  });
  return known;
}
