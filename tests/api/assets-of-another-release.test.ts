import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtFolder } from '#server/pages/site-build.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

// While an upgrade goes from process to process, two releases answer at one address.
let old: RunningProduct
let next: RunningProduct
const dist = mkdtempSync(join(tmpdir(), 'leadline-release-'))

/** Gives a built file of the copy another name everywhere, as a changed file has; returns both. */
function rename(folder: string, referring: string, name: RegExp): { was: string; is: string } {
  const was = readdirSync(join(dist, folder)).find((file) => name.test(file))
  if (!was) throw new Error(`there is no ${name} in ${folder}`)
  const is = was.replace(/-[\w-]{8}\./, '-n3xtR1se.')
  for (const ending of ['', '.br', '.gz'])
    renameSync(join(dist, folder, was + ending), join(dist, folder, is + ending))
  const file = join(dist, referring)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(was, is))
  return { was: `/assets/${was}`, is: `/assets/${is}` }
}

let tracker: { was: string; is: string }
let shell: { was: string; is: string }
beforeAll(async () => {
  cpSync(builtFolder, dist, { recursive: true })
  tracker = rename('site/assets', 'site-server/render.js', /^tracker-.*\.js$/)
  const { was, is } = rename('dashboard/assets/dashboard', 'dashboard/index.html', /^index-.*\.css$/)
  shell = {
    was: was.replace('/assets/', '/assets/dashboard/'),
    is: is.replace('/assets/', '/assets/dashboard/'),
  }
  old = await runProduct()
  next = await runProduct({ databaseUrl: old.databaseUrl, dist })
})
afterAll(async () => {
  await next?.end()
  await old?.end()
  rmSync(dist, { recursive: true })
})

test('what a page of either release loads comes from processes of both', async () => {
  const [before, after] = [old.browser(), next.browser()]
  expect((await before.get('/meme')).text).toContain(tracker.was)
  expect((await after.get('/meme')).text).toContain(tracker.is)
  expect((await after.get('/analytics')).text).toContain(shell.is)
  for (const { was, is } of [tracker, shell]) {
    for (const [own, other, address] of [
      [before, after, was],
      [after, before, is],
    ] as const) {
      const there = await own.get(address)
      const here = await other.get(address)
      expect([there.status, here.status], address).toEqual([200, 200])
      expect(here.text).toBe(there.text)
      for (const name of ['content-type', 'cache-control'])
        expect(here.headers.get(name)?.toLowerCase(), name).toBe(there.headers.get(name)?.toLowerCase())
    }
  }
  const pressed = await fetch(old.url + tracker.is, { headers: { 'accept-encoding': 'br' } })
  expect(pressed.headers.get('content-encoding')).toBe('br')
  expect(await pressed.text()).toBe((await after.get(tracker.is)).text)
})

test('what no release has stays unknown', async () => {
  for (const address of [
    '/assets/tracker-00000000.js',
    `/assets/dashboard/tracker-00000000.js`,
    '/assets/dashboard/%2e%2e%2findex-00000000.html',
    `${tracker.is}.br`,
    `/assets/${'a'.repeat(2000)}-00000000.js`,
  ])
    expect((await old.browser().get(address)).status, address).toBe(404)
})

test('files that a release no longer has go a month after it began', async () => {
  const later = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) })
  const restart = async (days: number) => {
    await next.stop()
    next = await runProduct({ databaseUrl: old.databaseUrl, dist, clock: later(days) })
  }
  const statuses = async () => [
    (await next.browser().get(tracker.was)).status,
    (await old.browser().get(tracker.is)).status,
  ]
  await restart(29)
  expect(await statuses()).toEqual([200, 200])
  await restart(31)
  expect(await statuses()).toEqual([404, 200])
})
