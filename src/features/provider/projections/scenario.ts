// Converts a scenario file to a list of commands that a player runs in order (provider sheet, 3.8). Pure. Dangling
// references and unknown actions are left out and listed in the diagnostics.
import { isRecord } from '../../../kernel/is-object.ts';
import type { DeclaredStoryRecord } from '../common/answers.ts';
import type { Region } from '../common/rules.ts';
import { createLinks } from '../common/upstream-paths.ts';
import { entryOf, numberOf, recordOf, recordsOf, textOf, type UnknownRecord } from './shapes.ts';
import type { StoryPlan } from './stories.ts';

type DeclaredCommand = DeclaredStoryRecord['commands'][number];

interface StoryCommand extends DeclaredCommand {
  readonly type: 'talk' | 'layout' | 'motion' | 'choice' | 'effect' | 'background' | 'caption' | 'flashback' | 'sound';
  readonly delaySeconds: number;
  /** Whether the next command starts at the same time instead of after this one. */
  readonly noWait: boolean;
  readonly [field: string]: unknown;
}

export interface SourceAttempt {
  readonly server: Region;
  readonly outcome: 'used' | 'missing' | 'empty' | 'failed';
}

/** The `Base` of a scenario file; undefined when it is missing or empty. */
export function readScenario(value: unknown): UnknownRecord | undefined {
  const base = recordOf(value).Base;
  return isRecord(base) && Object.keys(base).length > 0 ? base : undefined;
}

/** Whether a costume is named by an alias, so that the characters document is needed. */
export function hasCostumeAlias(base: UnknownRecord): boolean {
  return [...recordsOf(base.appearCharacters), ...recordsOf(base.layoutData)].some(
    (entry) => ALIAS.exec(textOf(entry.costumeType) ?? '') !== null,
  );
}

const ALIAS = /^(casual|uniform)_season_?([1-9])$/i;

/** Converts a scenario from `server`. `characters` resolves costume aliases and may be missing. */
export function presentStory(
  plan: StoryPlan,
  base: UnknownRecord,
  server: Region,
  attempts: readonly SourceAttempt[],
  characters: unknown,
) {
  const scene = createScene(plan, base, server, characters);
  const commands = scene.commands();
  const { firstBackground, firstBgm } = scene;
  return {
    ...plan.view,
    appearCharacters: recordsOf(base.appearCharacters).map((entry) => ({
      characterId: numberOf(entry.characterId),
      live2dKey: scene.costume(entry) ?? null,
    })),
    firstBgm,
    firstBackground,
    commands,
    assets: {
      backgrounds: [...scene.backgrounds],
      sounds: [...scene.sounds],
      voices: [...scene.voices],
      live2d: [...scene.live2d].map((live2dKey) => ({ live2dKey })),
    },
    sourceServer: server,
    sourceDiagnostics: { attempts, warnings: [...scene.warnings] },
  } satisfies DeclaredStoryRecord;
}

const FADES: ReadonlyMap<number, string> = new Map([
  [1, 'blackIn'],
  [2, 'blackOut'],
  [3, 'whiteIn'],
  [4, 'whiteOut'],
]);
const WARNINGS_MAX = 50;

/** State of one conversion, which collects the resources that commands use. */
function createScene(plan: StoryPlan, base: UnknownRecord, server: Region, characters: unknown) {
  const backgrounds = new Set<string>();
  const sounds = new Set<string>();
  const voices = new Set<string>();
  const live2d = new Set<string>();
  const warnings = new Set<string>();
  const links = createLinks(server);
  const firstBgm = bgmOf(textOf(base.firstBgm)) ?? null;
  const firstBackground = backgroundOf(textOf(base.firstBackgroundBundleName), textOf(base.firstBackground)) ?? null;

  function commands(): readonly StoryCommand[] {
    return recordsOf(base.snippets).flatMap((snippet, index) => {
      const made = presentCommand(snippet, index);
      return made === undefined ? [] : [made];
    });
  }

  /** The Live2d id of a costume, with aliases resolved. */
  function costume(entry: UnknownRecord): string | undefined {
    const costume = textOf(entry.costumeType);
    if (costume === undefined || costume === '') return undefined;
    const resolved = resolveAlias(costume, numberOf(entry.characterId)) ?? costume;
    live2d.add(resolved);
    return resolved;
  }

  function resolveAlias(costume: string, characterId: number | null): string | undefined {
    const alias = ALIAS.exec(costume);
    if (alias === null || characterId === null) return undefined;
    const map = recordOf(entryOf(characters, String(characterId))?.seasonCostumeListMap);
    const season = recordOf(recordOf(map.entries)[`season_${alias[2]}`]);
    const found = recordsOf(season.entries).find((entry) => entry.costumeType === alias[1]?.toUpperCase());
    const live2dKey = textOf(found?.live2dAssetBundleName);
    if (live2dKey === undefined) warn(`costume alias ${costume} of character ${characterId} is unknown`);
    return live2dKey;
  }

  function warn(text: string): void {
    if (warnings.size < WARNINGS_MAX) warnings.add(text);
  }

  function bgmOf(name: string | undefined): string | undefined {
    if (name === undefined || name === '' || name === 'none') return undefined;
    return soundOf(`sound/scenario/bgm/${name.toLowerCase()}`, `${name}.mp3`);
  }

  function soundOf(bundle: string, file: string): string {
    const url = links.bundleFile(bundle, file);
    sounds.add(url);
    return url;
  }

  function backgroundOf(bundle: string | undefined, name: string | undefined): string | undefined {
    if (bundle === undefined || bundle === '' || name === undefined || name === '') return undefined;
    const url = links.bundleFile(bundle, `${name}.png`);
    backgrounds.add(url);
    return url;
  }

  function refer(list: string, snippet: UnknownRecord): UnknownRecord | undefined {
    const index = numberOf(snippet.referenceIndex) ?? -1;
    const entries = base[list];
    const entry = Array.isArray(entries) ? entries[index] : undefined;
    if (isRecord(entry)) return entry;
    warn(`snippet refers to ${list}[${index}], which is not there`);
    return undefined;
  }

  function presentCommand(snippet: UnknownRecord, index: number): StoryCommand | undefined {
    const timing = { index, delaySeconds: numberOf(snippet.delay) ?? 0, noWait: numberOf(snippet.progressType) === 0 };
    switch (numberOf(snippet.actionType)) {
      case 1: {
        const talk = refer('talkData', snippet);
        return talk && { ...timing, type: 'talk', ...presentTalk(talk) };
      }
      case 2: {
        const layout = refer('layoutData', snippet);
        return layout && { ...timing, type: 'layout', ...presentLayout(layout) };
      }
      case 4: {
        const layout = refer('layoutData', snippet);
        return layout && { ...timing, type: 'motion', ...presentLayout(layout) };
      }
      case 5: {
        const choice = refer('selectableData', snippet);
        return choice && { ...timing, type: 'choice', choice };
      }
      case 6: {
        const effect = refer('specialEffectData', snippet);
        return effect && { ...timing, ...presentEffect(effect) };
      }
      case 7: {
        const sound = refer('soundData', snippet);
        return sound && { ...timing, type: 'sound', ...playSound(sound) };
      }
      default:
        warn(`action ${String(numberOf(snippet.actionType))} is unknown`);
        return undefined;
    }
  }

  function presentTalk(talk: UnknownRecord): Record<string, unknown> {
    return {
      characterIds: recordsOf(talk.talkCharacters).flatMap((entry) => numberOf(entry.characterId) ?? []),
      name: textOf(talk.windowDisplayName) ?? '',
      text: textOf(talk.body) ?? '',
      motions: recordsOf(talk.motions).map((motion) => ({
        characterId: numberOf(motion.characterId),
        motionName: textOf(motion.motionName) ?? '',
        expressionName: textOf(motion.expressionName) ?? '',
        delaySeconds: numberOf(motion.timingSyncValue) ?? 0,
      })),
      voices: recordsOf(talk.voices).flatMap((voice) => {
        const voiceId = textOf(voice.voiceId);
        if (voiceId === undefined || voiceId === '') return [];
        const url = links.bundleFile(plan.voices, `${voiceId}.mp3`);
        voices.add(url);
        return [{ characterId: numberOf(voice.characterId), voiceId, volume: numberOf(voice.volume) ?? 1, url }];
      }),
      closes: numberOf(talk.whenFinishCloseWindow) === 1,
    };
  }

  function presentLayout(layout: UnknownRecord): Record<string, unknown> {
    return {
      layoutType: numberOf(layout.type),
      characterId: numberOf(layout.characterId),
      live2dKey: costume(layout) ?? null,
      motionName: textOf(layout.motionName) ?? '',
      expressionName: textOf(layout.expressionName) ?? '',
      sideFrom: numberOf(layout.sideFrom),
      sideFromOffsetX: numberOf(layout.sideFromOffsetX),
      sideTo: numberOf(layout.sideTo),
      sideToOffsetX: numberOf(layout.sideToOffsetX),
      depthType: numberOf(layout.depthType),
      moveSpeedType: numberOf(layout.moveSpeedType),
    };
  }

  function presentEffect(effect: UnknownRecord): Pick<StoryCommand, 'type'> & Record<string, unknown> {
    const effectType = numberOf(effect.effectType) ?? 0;
    const rest = { effectType, durationSeconds: numberOf(effect.duration) ?? 0 };
    const [main, sub] = [textOf(effect.stringVal) ?? '', textOf(effect.stringValSub) ?? ''];
    switch (effectType) {
      case 7:
        return { ...rest, type: 'background', name: sub, url: backgroundOf(main, sub) ?? null };
      case 8:
        return { ...rest, type: 'caption', text: main };
      case 9:
      case 10:
        return { ...rest, type: 'flashback', active: effectType === 9 };
      default:
        return {
          ...rest,
          type: 'effect',
          name: FADES.get(effectType) ?? 'other',
          value: main,
          valueSub: sub,
          animation: textOf(effect.animationTriggerName) ?? '',
        };
    }
  }

  function playSound(sound: UnknownRecord): Record<string, unknown> {
    const se = textOf(sound.se) ?? '';
    const bundle = textOf(sound.seBundleName) ?? '';
    return {
      playMode: numberOf(sound.playMode),
      bgm: bgmOf(textOf(sound.bgm)) ?? null,
      se:
        se === ''
          ? null
          : bundle === ''
            ? links.resource(`CommonSE/${se}.mp3`)
            : soundOf(`sound/se/${bundle}`, `${se}.mp3`),
      volume: numberOf(sound.volume) ?? 1,
      durationSeconds: numberOf(sound.duration) ?? 0,
    };
  }

  return { backgrounds, sounds, voices, live2d, warnings, firstBgm, firstBackground, commands, costume };
}
