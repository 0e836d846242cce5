import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSteps } from './build-steps.mjs'
import { root, runTool } from './run.mjs'

/** The build steps whose output is missing or older than its sources, each with the hash of these. */
export function staleSteps() {
  return buildSteps
    .map((step) => ({ ...step, hash: hashOf(step) }))
    .filter(({ name, output, hash }) => !existsSync(join(root, output)) || readStamp(name) !== hash)
}

/** Runs the given steps in order, with a line for each; throws a sentence at the first that fails. */
export async function build(steps) {
  for (const { name, tool, words, hash } of steps) {
    console.log(`Building the ${name}…`)
    rmSync(stampOf(name), { force: true })
    const code = await runTool(tool, words)
    if (code !== 0) throw new Error(`Building the ${name} failed; the reason is above.`)
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stampOf(name), hash)
  }
}

function stampOf(name) {
  return join(root, 'dist', `.built-${name.replaceAll(' ', '-')}`)
}

function readStamp(name) {
  return existsSync(stampOf(name)) ? readFileSync(stampOf(name), 'utf8') : undefined
}

function hashOf({ sources, words }) {
  const hash = createHash('sha256').update(words.join('\0'))
  for (const file of sources.flatMap(filesIn))
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesIn(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}
