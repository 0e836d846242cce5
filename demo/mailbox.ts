import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The demo's mail server: it takes every mail, delivers none and keeps none. */
export type DemoMailbox = { url: string; taken(): number; stop(): Promise<void> }

/** Starts a mail server on a free port of this machine that speaks just enough SMTP. */
export async function startDemoMailbox(): Promise<DemoMailbox> {
  let taken = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    talk(socket, () => {
      taken += 1
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // A listening TCP server's address is an object, never a pipe's name.
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: () => taken,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const END_OF_LINE = '\r\n'
const END_OF_MAIL = '\r\n.\r\n'

function talk(socket: Socket, onMail: () => void): void {
  const say = (line: string) => socket.write(line + END_OF_LINE)
  let isMail = false
  let heard = ''
  socket.setEncoding('utf8')
  say('220 mail.example ESMTP')
  socket.on('data', (chunk: string) => {
    heard += chunk
    for (;;) {
      const ending = isMail ? END_OF_MAIL : END_OF_LINE
      const end = heard.indexOf(ending)
      if (end < 0) return
      const word = heard.slice(0, 4).toUpperCase()
      heard = heard.slice(end + ending.length)
      if (isMail) {
        isMail = false
        onMail()
        say('250 2.0.0 taken')
      } else if (word === 'DATA') {
        isMail = true
        say('354 go on')
      } else if (word === 'QUIT') {
        say('221 2.0.0 bye')
        return void socket.end()
      } else say('250 2.0.0 fine')
    }
  })
}
