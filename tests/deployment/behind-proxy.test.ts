import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { WalkBehindProxy } from './behind-proxy.ts'

const script = fileURLToPath(new URL('behind-proxy.ts', import.meta.url))
const isThere = (program: string, word: string) => spawnSync(program, [word]).status === 0
const canPart = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0

/** Follows the guide to the internet once, in a network of its own, and gives what was seen. */
function walkBehind(proxy: string): WalkBehindProxy {
  const command = `ip link set lo up && exec '${process.execPath}' '${script}' ${proxy}`
  const { stdout, stderr } = spawnSync('unshare', ['--net', 'sh', '-c', command], { encoding: 'utf8' })
  const seen = stdout.trim().split('\n').at(-1)
  if (!seen?.startsWith('{')) throw new Error(`the walk ended early: ${stdout} ${stderr}`)
  return JSON.parse(seen)
}

describe.each([
  ['caddy', canPart && isThere('caddy', 'version')],
  ['nginx', canPart && isThere('nginx', '-v') && isThere('openssl', 'version')],
])('behind %s, set up by the file that comes along', (proxy, canRun) => {
  it.skipIf(!canRun)(
    'pages, sign-in, addresses, live news and films work as without it',
    () => {
      expect(walkBehind(proxy)).toEqual({
        page: 200,
        longLink: 301,
        redirect: { status: 308, location: 'https://localhost/meme?utm_source=ig' },
        signIn: 200,
        cookie: expect.stringMatching(/^leadline_owner;.*HttpOnly; Secure; SameSite=Strict$/),
        foreign: 403,
        address: '127.0.0.1',
        news: ['told', 'active', 'changed'],
        upload: { begun: 201, sent: 204, offset: String(8 * 1024 * 1024) },
      } satisfies Record<keyof WalkBehindProxy, unknown>)
    },
    180_000,
  )
})
