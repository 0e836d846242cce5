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

  it('index every decision once', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8')
    const listed = [...index.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name)
    expect(listed.sort()).toEqual(decisions.sort())
  })
})
