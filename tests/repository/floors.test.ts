import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

/** Files that stand on a floor, each with an import from a floor above it, or from a room it must not know. */
const upward: [file: string, from: string][] = [
  ['src/contract/one.ts', '#server/platform/clock.ts'],
  ['src/server/platform/one.ts', '#server/capture/store.ts'],
  ['src/server/platform/one.ts', '#server/counting/store.ts'],
  ['src/server/integrations/one.ts', '#server/capture/store.ts'],
  ['src/server/integrations/vendors/meta/one.ts', '#server/conversions/store.ts'],
  ['src/server/counting/one.ts', '#server/capture/store.ts'],
  ['src/server/counting/one.ts', '#server/reports/summarize.ts'],
  ['src/server/tracking/one.ts', '#server/reports/summarize.ts'],
  ['src/server/capture/one.ts', '#server/exports/columns.ts'],
  ['src/server/capture/one.ts', '#web/site/render.tsx'],
  ['src/web/design/one.ts', '#web/site/render.tsx'],
  ['src/web/site/one.ts', '#web/dashboard/main.tsx'],
  ['src/web/dashboard/one.ts', '#web/site/render.tsx'],
  ['src/web/site/one.ts', '#server/platform/clock.ts'],
  ['src/server/capture/one.ts', '../tracking/store.ts'],
  ['src/server/tracking/one.ts', '#server/tagging/store.ts'],
  ['src/server/tagging/one.ts', '#server/capture/store.ts'],
  ['src/server/alerts/one.ts', '#server/capture/store.ts'],
  ['src/server/mail/one.ts', '#server/bookings/store.ts'],
  ['src/server/vendor-settings/one.ts', '#server/mail/store.ts'],
  ['src/server/capture/one.ts', '#server/external-events/store.ts'],
  ['src/server/capture/one.ts', '#server/milestones/store.ts'],
  ['src/server/capture/one.ts', '#server/voice/request-call.ts'],
  ['src/server/external-events/one.ts', '#server/voice/request-call.ts'],
  ['src/server/external-events/one.ts', '#server/milestones/store.ts'],
  ['src/server/voice/one.ts', '#server/milestones/store.ts'],
]

const allowed: [file: string, from: string][] = [
  ['src/server/integrations/one.ts', '#server/platform/clock.ts'],
  ['src/server/counting/one.ts', '#server/platform/clock.ts'],
  ['src/server/capture/one.ts', '#server/counting/store.ts'],
  ['src/server/reports/one.ts', '#server/capture/store.ts'],
  ['src/server/tagging/one.ts', '#server/tracking/store.ts'],
  ['src/server/capture/one.ts', '#server/tagging/store.ts'],
  ['src/server/external-events/one.ts', '#server/capture/store.ts'],
  ['src/server/milestones/one.ts', '#server/voice/request-call.ts'],
  ['src/server/bookings/one.ts', '#server/mail/queue-mail.ts'],
  ['src/web/site/one.ts', '#web/design/icons.ts'],
]

const folder = mkdtempSync(join(tmpdir(), 'leadline-floors-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The project's own rules, on files that hold one import each. */
const refused = (() => {
  const { vcs: _, $schema: __, ...rules } = JSON.parse(readFileSync('biome.json', 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(rules))
  const places = [...upward, ...allowed].map(([file, from], index) => {
    const place = file.replace('one.ts', `import-${index}.ts`)
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    writeFileSync(join(folder, place), `import type { One } from '${from}'\n\nexport type Two = One\n`)
    return place
  })
  const words = ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '.']
  const biome = resolve('node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, words, { cwd: folder, encoding: 'utf8' })
  return places.map((place) => `${stdout}${stderr}`.includes(place))
})()

it.each(upward.map((one, index) => [...one, index] as const))(
  '%s may not import %s, types included',
  (_file, _from, index) => expect(refused[index]).toBe(true),
)

it.each(allowed.map((one, index) => [...one, index] as const))('%s may import %s', (_file, _from, index) =>
  expect(refused[upward.length + index]).toBe(false),
)

/** Which rooms of the server each one imports from, types included; tests aside. */
function roomsOf(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>()
  for (const entry of readdirSync('src/server', { recursive: true, withFileTypes: true })) {
    const room = entry.parentPath.split('/')[2]
    if (room === undefined || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    const known = rooms.get(room) ?? new Set()
    rooms.set(room, known)
    for (const [, other = ''] of text.matchAll(/from '#server\/([a-z-]+)\//g))
      if (other !== room) known.add(other)
  }
  return rooms
}

it('no room knows another that knows it, types included', () => {
  const rooms = roomsOf()
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>()
    const next = [from]
    for (const room of next)
      for (const other of rooms.get(room) ?? [])
        if (!seen.has(other)) {
          seen.add(other)
          next.push(other)
        }
    return seen
  }
  expect(rooms.size).toBeGreaterThan(20)
  expect([...rooms.keys()].filter((room) => reached(room).has(room)).sort()).toEqual([])
})
