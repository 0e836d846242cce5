import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const readme = readFileSync('README.md', 'utf8')
const map = /^## The map\n+```\n([\s\S]*?)```/m.exec(readme)?.[1] ?? ''
/** The folders that the map names at the beginning of its lines, below one of `src`. */
const named = (folder: string): string[] => {
  const [, below = ''] = map.split(`${folder}/ `)
  const lines = below.split('\n').slice(1)
  const end = lines.findIndex((line) => !line.startsWith('  '))
  return lines
    .slice(0, end)
    .flatMap((line) => /^ {2}((?:[a-z-]+\/ *)+)/.exec(line)?.[1]?.match(/[a-z-]+/g) ?? [])
}
const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const papers = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** Every file and folder of ours, each with a slash before its path. */
const ours = ['bench', 'bin', 'demo', 'deploy', 'docs', 'src', 'tests']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `/${folder}/${name}`),
  )
  .concat(readdirSync('.').map((name) => `/${name}`))

describe('the map', () => {
  it.each(['src/server', 'src/web'])('names exactly the folders of %s', (folder) => {
    expect(named(folder).sort()).toEqual(foldersIn(folder).sort())
  })

  it('names the folders at the top, and those of src', () => {
    const top = [...map.matchAll(/^([a-z]+)\//gm)].map(([, name]) => name)
    expect([...new Set(top)].sort()).toEqual(['bench', 'bin', 'demo', 'deploy', 'docs', 'src', 'tests'])
    expect([...map.matchAll(/^src\/([a-z]+)\//gm)].map(([, name]) => name).sort()).toEqual(
      foldersIn('src').sort(),
    )
  })
})

describe('paths in the documents', () => {
  it.each(papers)('of %s lead to what is there', (paper) => {
    const paths = [
      ...readFileSync(paper, 'utf8').matchAll(/`((?:src|tests|bin|bench|demo|deploy|docs)\/[\w./-]*[\w/])`/g),
    ].map(([, path = '']) => path)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  it.each(papers)('of %s that leave out their first folders lead to a file, too', (paper) => {
    const files = [
      ...readFileSync(paper, 'utf8').matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|css|sh|yaml|json))`/g),
    ].map(([, file = '']) => file)
    expect(files.filter((file) => !ours.some((path) => path.endsWith(`/${file}`)))).toEqual([])
  })
})
