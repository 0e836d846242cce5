import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * A wire to a server that can be cut. `refuse`: nothing listens and every connection is cut, as when the server
 * is stopped. `swallow`: packets vanish and nobody is told, as when a network breaks; connections from that time
 * stay dead for ever. `pass`: works again, for new connections.
 */
export type TcpProxy = {
  port: number
  refuse(): Promise<void>
  swallow(): void
  pass(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a proxy on 127.0.0.1 to the given address, on a free port that it keeps. What a client sends may be held for some
 * milliseconds.
 */
export async function startTcpProxy(
  target: () => NetConnectOpts,
  heldMs: (sent: Buffer) => number = () => 0,
): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let swallowing = false
  const server = createServer((client) => {
    const upstream = connect(target())
    const pair = [client, upstream] as const
    for (const socket of pair) {
      open.add(socket)
      socket.on('error', () => {})
    }
    // What is swallowed once stays dead: it neither passes data nor the end of the other side.
    let dead = swallowing
    const wire = (from: Socket, to: Socket) => {
      from.on('data', (data) => {
        dead ||= swallowing
        if (dead) return
        const held = from === client ? heldMs(data) : 0
        if (held > 0) setTimeout(() => to.write(data), held)
        else to.write(data)
      })
      from.on('close', () => {
        open.delete(from)
        dead ||= swallowing
        if (!dead) to.destroy()
      })
    }
    wire(client, upstream)
    wire(upstream, client)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      if (server.listening) server.close(() => resolve())
      else resolve()
      for (const socket of open) socket.destroy()
    })
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    refuse: close,
    swallow() {
      swallowing = true
    },
    async pass() {
      swallowing = false
      if (!server.listening) await listen(port)
    },
    stop: close,
  }
}

/** Starts a proxy to a database of the tests, and returns it with the address by which that is reached through it. */
export async function startDatabaseWire(databaseUrl: string): Promise<{ wire: TcpProxy; url: string }> {
  const url = new URL(databaseUrl)
  const host = decodeURIComponent(url.hostname)
  // The embedded server of the tests listens on a socket, whose folder stands in the place of the host.
  const target = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${url.port}` }
    : { host, port: Number(url.port || 5432) }
  const wire = await startTcpProxy(() => target)
  url.hostname = '127.0.0.1'
  url.port = String(wire.port)
  return { wire, url: url.href }
}
