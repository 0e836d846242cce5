import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// What the oldest browsers named in vite.site.config.ts do not have. The build puts younger syntax into words that they
// know, but not what is called; where it is called while React draws, the page goes blank.
const YOUNGER = [
  '.at(',
  '.findLast(',
  '.findLastIndex(',
  '.toSorted(',
  '.toReversed(',
  '.toSpliced(',
  '.isWellFormed(',
  '.randomUUID(',
  '.checkVisibility(',
  'Array.fromAsync(',
  'AbortSignal.any(',
  'AbortSignal.timeout(',
  'Object.groupBy(',
  'Object.hasOwn(',
  'Promise.try(',
  'Promise.withResolvers(',
  'URL.canParse(',
  'URL.parse(',
  'structuredClone(',
  // One of these keeps a whole file from being read.
  '(?<=',
  '(?<!',
]

const scripts = readdirSync('dist/site/assets').filter((name) => name.endsWith('.js'))

describe('what the public pages send to the browser', () => {
  it.each(YOUNGER)('does without %s', (call) => {
    const used = scripts.filter((name) => readFileSync(`dist/site/assets/${name}`, 'utf8').includes(call))
    expect(used).toEqual([])
  })
})
