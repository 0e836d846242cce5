import { existsSync, globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'

type Project = { test: { name: string; include: string[]; exclude?: string[] } }
const fromTop = (file: string) => import(new URL(`../../${file}`, import.meta.url).href)
const projects: Project[] = (await fromTop('vitest.config.ts')).default.test.projects
const tiers: Record<string, Record<string, string[]>> = (await fromTop('bin/tiers.mjs')).tiers

const files = globSync('{bench,bin,demo,src,tests}/**/*.test.{ts,tsx}')
const projectsOf = (file: string): string[] =>
  projects
    .filter(({ test: { include, exclude = [] } }) => {
      const isIn = (globs: string[]) => globs.some((glob) => matchesGlob(file, glob))
      return isIn(include) && !isIn(exclude)
    })
    .map(({ test }) => test.name)
const takenBy = (command: string): string[] => Object.values(tiers[command] ?? {}).flat()
const thorough = files.filter((file) => file.includes('/thorough/'))

describe('every test file', () => {
  it('is there', () => expect(files.length).toBeGreaterThan(300))

  it('belongs to one project, and where it takes a share to that one’s thorough half, too', () => {
    const wrong = files
      .map((file) => ({ file, names: projectsOf(file), text: readFileSync(file, 'utf8') }))
      .filter(({ file, names, text }) => {
        const takesShare =
          /\b(shareOf|thoroughTest|windowsOfRun)\(?/.test(text) && !file.startsWith('tests/repository/')
        const [first, second, ...more] = names
        if (!first || more.length > 0) return true
        return takesShare ? second !== `${first}-thorough` : second !== undefined
      })
    expect(wrong.map(({ file, names }) => `${file}: ${names.join(', ') || 'none'}`)).toEqual([])
  })

  it('is in a project that npm test or npm run test:long runs', () => {
    const run = new Set([...takenBy('test'), ...takenBy('test:long')])
    expect([...run].sort()).toEqual(projects.map(({ test }) => test.name).sort())
    expect(takenBy('test')).toEqual(expect.arrayContaining(takenBy('test:quick')))
  })
})

describe('a thorough test', () => {
  it.each(thorough)('%s names the test that npm test looks at instead', (file) => {
    const named = /^\/\/ A sample of it is in (\S+?)\.$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    expect(existsSync(named)).toBe(true)
    expect(projectsOf(named).some((name) => takenBy('test').includes(name))).toBe(true)
  })
})
