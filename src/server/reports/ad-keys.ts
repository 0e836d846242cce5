import { UNATTRIBUTED } from '#contract/ad-levels.ts'
import { TOUCH_CHARACTERS } from '#server/counting/ad-touches.ts'

/** How a part of a key is written where nothing is said. */
export const NO_WORD = '-'

/** Words by number, each once; '' is 0. */
export type Words = {
  textOf(word: number): string
  /** The number of a text, a new one where it has none. */
  numberOf(text: string): number
  find(text: string): number | undefined
  /** A word without letter case and the spaces around it, by which names are compared: as much of it as a visit tells. */
  plainOf(word: number): number
}

// Counted as the database counts what it keeps of a visit.
const told = (name: string): string =>
  name.length > TOUCH_CHARACTERS ? [...name].slice(0, TOUCH_CHARACTERS).join('') : name

/** Starts a list of words. */
export function newWords(): Words {
  const texts = ['']
  const numbers = new Map([['', 0]])
  const plain = new Map<number, number>()
  const numberOf = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    texts.push(text)
    numbers.set(text, texts.length - 1)
    return texts.length - 1
  }
  return {
    textOf: (word) => texts[word] ?? '',
    numberOf,
    find: (text) => numbers.get(text),
    plainOf(word) {
      const text = texts[word] ?? ''
      const same = told(text.trim()).trim().replace(/\s+/g, ' ').toLowerCase()
      if (same === text) return word
      const known = plain.get(word)
      if (known !== undefined) return known
      const found = numberOf(same)
      plain.set(word, found)
      return found
    },
  }
}

/** Reads a part of a key; one that nothing of ours wrote stays as it is. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Keys as numbers: the place of a word in a tree, times eight, and how many levels below it say nothing. So the many keys
 * that end in nothing need no place of their own, and a key is a text only for those who ask for it.
 */
export type KeyTree = {
  /** The key of a word below another key: twice the word, and one more for an id; 0 says nothing. */
  below(key: number, token: number): number
  textOf(key: number): string
  find(text: string): number | undefined
  /** Every key is less than this. */
  end(): number
}

/** What every key stands below. */
export const ROOT = 0
const LEVELS = 4
// Room for the number of a token beside a key in one exact number.
const TOKENS = 2 ** 26

/** Two numbers as one, to look things up by. */
export const together = (key: number, word: number): number => key * TOKENS + word

/** Starts a tree of keys. */
export function newKeyTree(words: Words): KeyTree {
  const parents = [0]
  const tokens = [0]
  const places = new Map<number, number>()
  const partOf = (token: number, isSource: boolean): string => {
    const text = words.textOf(token >> 1)
    if (!isSource) return `${token % 2 ? '#' : '='}${encodeURIComponent(text)}`
    // A source that is called like a word of ours is spelled otherwise.
    return text === NO_WORD || text === UNATTRIBUTED
      ? `%${text.charCodeAt(0).toString(16).toUpperCase()}${text.slice(1)}`
      : encodeURIComponent(text)
  }
  const textOf = (key: number): string => {
    const parts = Array.from({ length: key % 8 }, () => NO_WORD)
    for (let place = key >> 3; place !== 0; ) {
      const parent = parents[place] ?? ROOT
      parts.unshift(partOf(tokens[place] ?? 0, parent === ROOT))
      for (let nothing = parent % 8; nothing > 0; nothing -= 1) parts.unshift(NO_WORD)
      place = parent >> 3
    }
    return parts.join('/')
  }
  return {
    below(key, token) {
      if (token === 0) return key + 1
      const known = places.get(together(key, token))
      if (known !== undefined) return known
      parents.push(key)
      tokens.push(token)
      const made = (parents.length - 1) * 8
      places.set(together(key, token), made)
      return made
    },
    textOf,
    find(text) {
      const parts = text.split('/')
      if (parts.length > LEVELS) return undefined
      let key = ROOT
      for (const [level, part] of parts.entries()) {
        if (part === NO_WORD) {
          key += 1
          continue
        }
        const word = words.find(decodePart(level === 0 ? part : part.slice(1)))
        const found =
          word === undefined
            ? undefined
            : places.get(together(key, word * 2 + (level > 0 && part.startsWith('#') ? 1 : 0)))
        if (found === undefined) return undefined
        key = found
      }
      // A text may be read as a key that is written otherwise.
      return textOf(key) === text ? key : undefined
    },
    end: () => parents.length * 8,
  }
}
