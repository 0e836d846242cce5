import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const sources = ['src', 'tests', 'bench', 'bin', 'demo'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs|css|html)$/.test(name))
    .map((name) => join(folder, name)),
)
const headings = new Set(
  [...readFileSync('docs/spec.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
)

/** What a pattern finds in the sources, each with its file. */
const found = (pattern: RegExp): string[] =>
  sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([text, part]) => `${file}: ${part ?? text}`),
  )

describe('what the sources refer to', () => {
  it('is in this repository', () => {
    expect(found(/\b(?:product|decisions|design|look)\.md\b|\b(?:decisions|design) \u00a7/g)).toEqual([])
  })

  it('is a heading of docs/spec.md wherever one is named', () => {
    const named = found(/docs\/spec\.md, '([^'\n]+)'/g)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((reference) => !headings.has(reference.split(': ')[1] ?? ''))).toEqual([])
    // Every other way to name the paper would escape the sentence above.
    const own = `${join('tests', 'repository', 'references.test.ts')}:`
    expect(found(/docs\/spec\.md(?!, '[^'\n]+')/g).filter((place) => !place.startsWith(own))).toEqual([])
  })
})
