import type { AddressInfo, Server } from 'node:net'

/** A server of a test on 127.0.0.1 that can go down, and come back on the port it had. */
export type ListeningServer = {
  port: number
  /** Refuses connections from now on and cuts those there are. */
  goDown(): Promise<void>
  /** Listens again where it does not. */
  comeBack(): Promise<void>
}

/**
 * Lets a server listen on 127.0.0.1, on a free port unless one is named. `cut` ends the connections that are open when
 * it goes down.
 */
export async function listenLocally(
  server: Server,
  { cut, port: wanted = 0 }: { cut: () => void; port?: number | undefined },
): Promise<ListeningServer> {
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(wanted)
  // A listening TCP server's address is an object, never a pipe's name.
  const { port } = server.address() as AddressInfo
  return {
    port,
    goDown: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        cut()
      }),
    async comeBack() {
      if (!server.listening) await listen(port)
    },
  }
}
