import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachOf } from '#server/integrations/public-address.ts'
import { checkValue } from './check-value.ts'
import { type Outside, openLink } from './open-link.ts'

let server: Server
let port = 0
const asked: string[] = []

/** The world outside, on this machine: names ending in `.inside` have a private address, others are the server's. */
const outside: Outside = {
  async addressesOf(host) {
    if (host === 'nobody.example') throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    return host.endsWith('.inside') ? ['10.0.0.1'] : ['127.0.0.1']
  },
  isAllowed: (address) => address === '127.0.0.1' || reachOf(address) === 'public',
  request,
  isPortAllowed: () => true,
}

beforeAll(async () => {
  server = createServer((incoming, answer) => {
    asked.push(`${incoming.headers.host} ${incoming.url}`)
    const to = new URL(incoming.url ?? '/', 'http://x').searchParams.get('to')
    if (incoming.url === '/slow') return
    if (to) return void answer.writeHead(302, { location: to }).end()
    const status = Number(incoming.url?.slice(1)) || 200
    answer.writeHead(status)
    // A body without end: whoever reads it never comes back.
    answer.write('a'.repeat(1000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const site = (path: string, host = 'site.example') => `https://${host}:${port}${path}`
const open = (address: string) => openLink(address, outside)

describe('a link', () => {
  it('opens where a page answers, at once, however long its body is', async () => {
    expect(await open(site('/call'))).toBe('opens')
    expect(asked.at(-1)).toBe(`site.example:${port} /call`)
  })

  it('is gone where there is no page or no such site', async () => {
    expect([await open(site('/404')), await open(site('/410'))]).toEqual(['gone', 'gone'])
    expect(await open('https://nobody.example/')).toBe('gone')
  })

  it('is unknown where the other side will not say, does not answer in time, or leads round', async () => {
    expect([await open(site('/403')), await open(site('/500'))]).toEqual(['unknown', 'unknown'])
    const once = (to: string) => site(`/?to=${encodeURIComponent(to)}`)
    expect(await open(once(once(once(once(site('/call'))))))).toBe('unknown')
    expect(await open(once(once(site('/call'))))).toBe('opens')
  })

  it('is unknown after four seconds of silence', async () => {
    const began = performance.now()
    // By how much later a timer of this test's own goes off is what the machine had to do for others.
    const held = pause(4000).then(() => performance.now() - began - 4000)
    expect(await open(site('/slow'))).toBe('unknown')
    expect(performance.now() - began - (await held)).toBeLessThan(6000)
  })

  it.each([
    ['straight', () => site('/', 'crm.inside')],
    ['by way of a page outside', () => site(`/?to=${encodeURIComponent(site('/', 'crm.inside'))}`)],
    ['by way of a page that leaves https', () => site(`/?to=${encodeURIComponent('http://site.example/')}`)],
    ['with a password in it', () => `https://a:b@site.example:${port}/`],
  ])('is never followed into a private network, %s', async (_how, address) => {
    expect(await open(address())).toBe('private')
    expect(asked.some((line) => line.startsWith('crm.inside'))).toBe(false)
  })

  it('is told of in plain words', async () => {
    const check = (value: string) => checkValue({ kind: 'link', value }, ['/terms'], open)
    expect(await check(site('/call'))).toEqual({ ok: true, words: 'It opens.' })
    expect((await check(site('/404'))).ok).toBe(false)
    expect(await check(site('/500'))).toEqual({
      ok: null,
      words: expect.stringContaining('could not be tried'),
    })
    expect(await check('/terms?from=foot')).toEqual({ ok: true, words: 'It opens your page /terms.' })
    expect(await check('/nowhere')).toMatchObject({ ok: false, words: expect.stringContaining('no page') })
  })
})
