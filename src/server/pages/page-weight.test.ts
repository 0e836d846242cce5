import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { defaultSiteContent } from '#contract/site-content.ts'
import { openPages } from '#support/public-pages.ts'

const { site, get } = await openPages({
  ...defaultSiteContent,
  // With the advert pixel a page carries everything it can.
  pixel: { ...defaultSiteContent.pixel, id: '123456789012345' },
})
const KB = 1024
const sizes = new Map<string, number>()

async function weightOf(scripts: Iterable<string>): Promise<number> {
  let sum = 0
  for (const script of scripts) {
    const known = sizes.get(script) ?? brotliCompressSync((await get(script)).rawPayload).length
    sizes.set(script, known)
    sum += known
  }
  return sum
}

/** Everything a page loads at first, and what its islands bring when the page is usable. */
async function scriptsOf(path: string) {
  const { body } = await get(path)
  const first = new Set(
    [
      ...body.matchAll(
        /<(?:script type="module"(?: async="")? src|link rel="modulepreload" href)="([^"]+)"/g,
      ),
    ].map(([, address = '']) => address),
  )
  const later = new Set(
    [...body.matchAll(/data-scripts="([^"]+)"/g)].flatMap(([, list = '']) => list.split(' ')),
  )
  const react = [...later].filter((address) => /\/react-[\w-]+\.js$/.test(address))
  const own = [...later].filter((address) => !first.has(address) && !react.includes(address))
  return { first, react, own }
}

const pages = site.paths

test.each(pages)(
  '%s loads little before it is usable, and React once for all pages after that',
  async (path) => {
    const { first, react, own } = await scriptsOf(path)
    expect(first.size).toBeGreaterThan(0)
    expect(await weightOf(first), 'before the islands').toBeLessThanOrEqual(12 * KB)
    expect([...first].filter((address) => address.includes('/react-'))).toEqual([])
    expect(react.length).toBeLessThanOrEqual(1)
    expect(await weightOf(react), 'React').toBeLessThanOrEqual(65 * KB)
    expect(await weightOf(own), 'the islands').toBeLessThanOrEqual(20 * KB)
  },
)

test('React is one file for every page, and kept for ever', async () => {
  const files = new Set<string>()
  for (const path of pages) for (const file of (await scriptsOf(path)).react) files.add(file)
  expect(files.size).toBe(1)
  for (const file of files)
    expect((await get(file)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each(pages)('nothing that %s asks for keeps its first paint waiting', async (path) => {
  const { body } = await get(path)
  const [head = '', rest = ''] = body.split('<body>')
  // A browser holds the first paint for a face that the head asks for, and for styles; the faces are asked for right after it.
  expect(head.match(/rel="(?:stylesheet|preload)"/g)).toBeNull()
  expect(rest).toMatch(/^<link rel="preload" as="font"/)
  const scripts = body.match(/<script[^>]* src=[^>]*>/g) ?? []
  expect(scripts.filter((script) => !script.includes(' type="module"'))).toEqual([])
})
