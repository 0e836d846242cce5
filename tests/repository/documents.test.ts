import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const decisions = readdirSync('docs/decisions').filter((name) => name !== 'README.md')
const papers = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** A heading as the last part of a link names it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** A sentence with a nought in place of whatever it names: numbers, variables, values. */
const withoutValues = (text: string): string => text.replaceAll(/\b[A-Z][A-Z0-9_]+\b|\babc\b|\d+/g, '0')

describe('the documents', () => {
  it.each(papers)('%s links to what is there', (paper) => {
    const broken = [
      ...readFileSync(paper, 'utf8').matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g),
    ].filter(([, file = '', anchor]) => {
      const path = file === '' ? paper : join(dirname(paper), file)
      if (!existsSync(path)) return true
      if (!anchor) return false
      const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)]
      return !headings.some(([, heading = '']) => anchorOf(heading) === anchor)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })

  it('quote what is said of a failure as the code says it', () => {
    const said = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => withoutValues(readFileSync(join('src', name), 'utf8').replaceAll(/\$\{[^}]*\}/g, '0')))
      .join('\n')
    const [, table = ''] = readFileSync('docs/install.md', 'utf8').split('## What each failure looks like')
    const [quotes = ''] = table.split('\n## ')
    const parts = [...quotes.matchAll(/^\| (`.*?) +\|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote))
      .flatMap((quote) => withoutValues(quote.replace(/^Warning: /, '')).split('…'))
      .map((part) => part.trim())
      .filter((part) => part !== '')
    expect(parts.length).toBeGreaterThan(20)
    expect(parts.filter((part) => !said.includes(part))).toEqual([])
  })

  it('index every decision once', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8')
    const listed = [...index.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name)
    expect(listed.sort()).toEqual(decisions.sort())
  })
})
