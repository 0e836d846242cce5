import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer as createHealth } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { freePort } from '#support/free-port.ts'

const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((path) => existsSync(path))
const config = fileURLToPath(new URL('../../deploy/cluster/haproxy.cfg', import.meta.url))

async function listening(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has such an address.
  return (server.address() as AddressInfo).port
}

/** A server that says its name to whoever connects, and is a follower as far as Patroni would say. */
async function follower(name: string) {
  const sockets = new Set<Socket>()
  const one = { name, isUp: true }
  const port = await listening(
    createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.write(name)
    }),
  )
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const health = createHealth((request, response) => {
    response.writeHead(request.url === '/replica' && one.isUp ? 200 : 503).end()
  })
  return Object.assign(one, { port, health: await listening(health) })
}

test.skipIf(!haproxy)(
  'whoever reads from the followers reads from one of them, and from the same as before when another comes back',
  async () => {
    const followers = [await follower('db1'), await follower('db2'), await follower('db3')]
    const port = await freePort()
    const environment = { BIND_PRIMARY: `127.0.0.1:${await freePort()}`, BIND_REPLICAS: `127.0.0.1:${port}` }
    for (const { name, port: own, health } of followers)
      Object.assign(environment, {
        [name.toUpperCase()]: `127.0.0.1:${own}`,
        [`${name.toUpperCase()}_CHECK`]: '127.0.0.1',
        [`${name.toUpperCase()}_CHECK_PORT`]: String(health),
      })
    const proxy = spawn(haproxy ?? '', ['-db', '-f', config], { env: environment, stdio: 'ignore' })
    onTestFinished(() => void proxy.kill('SIGKILL'))

    /** Which follower a new connection leads to; '' where to none. */
    const leadsTo = async () => {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {})
      const name = await Promise.race([
        once(socket, 'data').then(String),
        once(socket, 'close').then(() => ''),
      ]).catch(() => '')
      // Read on, or its end would never be seen.
      socket.resume()
      return { name, socket }
    }
    const first = await waitFor('the proxy', async () => {
      const reached = await leadsTo()
      return reached.name !== '' && reached
    })
    const names = async () => {
      const reached = await Promise.all(Array.from({ length: 9 }, leadsTo))
      for (const { socket } of reached) socket.destroy()
      return [...new Set(reached.map(({ name }) => name))]
    }
    expect(await names()).toEqual([first.name])

    const lost = followers.find(({ name }) => name === first.name)
    if (!lost) throw new Error('nobody was reached')
    lost.isUp = false
    if (!first.socket.closed) await once(first.socket, 'close')
    // Those that come at that moment as well.
    const next = await names()
    expect(next).toHaveLength(1)
    const [second = ''] = next
    expect(second).not.toBe(first.name)
    lost.isUp = true
    // Meanwhile it is taken for a follower again.
    for (let look = 0; look < 15; look += 1) {
      await pause(200)
      expect(await names()).toEqual([second])
    }
  },
  60_000,
)
