/** Languages that captions are offered in, as two letters; the first is chosen at first. */
export const captionLanguages = [
  ...[
    'en',
    'ar',
    'bg',
    'cs',
    'da',
    'de',
    'el',
    'es',
    'et',
    'fa',
    'fi',
    'fr',
    'he',
    'hi',
    'hr',
    'hu',
    'id',
    'it',
  ],
  ...[
    'ja',
    'ko',
    'lt',
    'lv',
    'ms',
    'nl',
    'no',
    'pl',
    'pt',
    'ro',
    'ru',
    'sk',
    'sl',
    'sr',
    'sv',
    'th',
    'tr',
    'uk',
  ],
  ...['vi', 'zh'],
] as const

/** A language in its own words: 'Deutsch' for `de`, which stands alone in browsers that know no names. */
export function languageName(language: string): string {
  if (!('DisplayNames' in Intl)) return language
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`
}

/** Largest captions file that is taken, in characters: hours of talk. */
export const LARGEST_CAPTIONS = 2_000_000

const TIME = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})$/
const START_OF_CUE = /(?:^\d+[ \t]*\n)?^[ \t]*\d[\d:]*[.,]\d+[ \t]*-->/gm
const CUES_AT_MOST = 20_000

type Cue = { from: number; to: number; words: string }

function readTime(text: string | undefined): number | undefined {
  const [, hours = '0', minutes, seconds, rest] = TIME.exec(text ?? '') ?? []
  if (minutes === undefined || seconds === undefined || rest === undefined) return undefined
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return (
    Number(hours) * 3_600_000 +
    Number(minutes) * 60_000 +
    Number(seconds) * 1000 +
    Number(rest.padEnd(3, '0'))
  )
}

function writeTime(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = String(milliseconds % 1000).padStart(3, '0')
  return `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}.${rest}`
}

// Captions may lean on a few tags; everything else in angle brackets is somebody's words or nobody's business.
const tidy = (line: string) =>
  line
    .replace(/<(?!\/?[biu]>)[^>]*>/gi, '')
    .replace(/\{\\[^}]*\}/g, '')
    .replaceAll('-->', '→')
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d+);)/g, '&amp;')
    .trim()

/** Reads a block of lines as a cue; a sentence where its times cannot be read, undefined where it is none. */
function readCue(block: string): Cue | string | undefined {
  const lines = block.split('\n')
  const at = lines.findIndex((line) => line.includes('-->'))
  if (at < 0) return undefined
  const times = lines[at] ?? ''
  const [start, end] = times.split('-->').map((part) => part.trim().split(/\s/)[0])
  const [from, to] = [readTime(start), readTime(end)]
  if (from === undefined || to === undefined || to <= from)
    return `The times “${times.trim().slice(0, 60)}” cannot be read. Export the captions once more as SRT or WebVTT.`
  const words = lines
    .slice(at + 1)
    .map(tidy)
    .filter(Boolean)
    .join('\n')
  return { from, to, words }
}

/**
 * Captions as every browser reads them (WebVTT), from a WebVTT or SRT file: times, words and nothing else. A sentence
 * with what to do where they cannot be read.
 */
export function readCaptions(file: string): { text: string; cues: number } | string {
  const lines = file
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/^[ \t]+$/gm, '')
    // A cue may follow the one before without an empty line between them.
    .replace(START_OF_CUE, '\n$&')
  const cues: Cue[] = []
  for (const block of lines.split(/\n{2,}/)) {
    const cue = readCue(block)
    if (typeof cue === 'string') return cue
    if (cue?.words) cues.push(cue)
    if (cues.length > CUES_AT_MOST) return 'These captions have more lines than a video can have.'
  }
  if (cues.length === 0)
    return 'There are no captions in this file. Export them as SRT or WebVTT (.vtt), and choose that file.'
  const blocks = cues.map(({ from, to, words }) => `${writeTime(from)} --> ${writeTime(to)}\n${words}\n`)
  return { text: `WEBVTT\n\n${blocks.join('\n')}`, cues: cues.length }
}
