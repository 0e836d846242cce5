import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentEditor } from '#support/content-editor.ts'
import { type FreshDatabase, freshDatabase } from '#support/fresh-database.ts'
import { type ProductProcess, startProductProcess } from '#support/product-process.ts'
import { ownerPassword } from '#support/running-product.ts'
import { createBrowser } from '#support/test-browser.ts'

const PUBLISHED = 20
const BEHIND_MS = 2000
let database: FreshDatabase
let processes: ProductProcess[] = []

beforeAll(async () => {
  database = await freshDatabase()
  const start = (name: string) =>
    startProductProcess({
      DATABASE_URL: database.url,
      DATA_DIR: mkdtempSync(join(tmpdir(), `leadline-${name}-`)),
      OWNER_PASSWORD: ownerPassword,
      SECRET: 'one secret for both of the processes',
    })
  const first = await start('first')
  processes = [first, await start('second')]
})
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()))
  await database?.drop()
})

const mark = (version: number) => `Mark-${version}-whole`
const marksIn = (html: string) =>
  [...html.matchAll(/Mark-(\d+)-whole/g)].map(([, version]) => Number(version))

it('every visitor of every process gets one whole version, none older than two seconds', async () => {
  const [first] = processes
  if (!first) throw new Error('no process')
  const owner = createBrowser(first.url)
  await owner.post('/api/analytics/verify-password', { password: ownerPassword })
  const editor = contentEditor(owner)
  const liveSince: number[] = []
  const problems: string[] = []
  let isOver = false
  let answers = 0

  async function visit(url: string, path: string): Promise<void> {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      const asked = performance.now()
      const response = await fetch(url + path)
      const html = await response.text()
      answers += 1
      const seen = marksIn(html)
      const oldest = liveSince.findLastIndex((since) => since !== undefined && since < asked - BEHIND_MS)
      if (response.status !== 200 || !html.endsWith('</html>')) problems.push(`broken ${response.status}`)
      if (new Set(seen).size > 1) problems.push(`mixed ${seen.join()}`)
      if (oldest > 0 && (seen[0] ?? 0) < oldest)
        problems.push(`${path} shows ${seen[0] ?? 0} after ${oldest}`)
    }
  }
  const visits = processes.flatMap(({ url }) => [visit(url, '/'), visit(url, '/meme'), visit(url, '/terms')])
  try {
    for (let version = 1; version <= PUBLISHED; version++) {
      const published = await editor.live((draft) => {
        draft.brand.name = mark(version)
        draft.brand.coach = mark(version)
        draft.home.headline = mark(version)
        draft.meme.headline = mark(version)
      })
      expect(published).toBe(version)
      liveSince[version] = performance.now()
      expect(marksIn(await (await fetch(`${first.url}/`)).text())[0]).toBe(version)
    }
    await new Promise((resolve) => setTimeout(resolve, BEHIND_MS + 300))
  } finally {
    isOver = true
    await Promise.allSettled(visits)
  }
  await Promise.all(visits)
  expect(problems).toEqual([])
  expect(answers).toBeGreaterThan(200)
  for (const { url } of processes)
    expect(new Set(marksIn(await (await fetch(`${url}/`)).text()))).toEqual(new Set([PUBLISHED]))
})
