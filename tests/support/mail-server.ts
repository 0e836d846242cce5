import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/**
 * How the mail server can go wrong.
 * - `down`: nothing listens; `silent`: accepts a connection and never speaks
 * - `busy`: 451 after the mail was sent; `refuse`: 550 for the recipient; `wrong-password`: 535
 * - `drop`: cuts the connection in the middle of the mail; `take-and-drop`: takes the mail and cuts before saying so
 */
export type MailFailure = 'down' | 'silent' | 'busy' | 'refuse' | 'wrong-password' | 'drop' | 'take-and-drop'

/** A mail as it was taken. */
export type TakenMail = { from: string; to: string; source: string }

/** A running mail server that speaks just enough SMTP. */
export type MailServer = {
  /** `smtp://user:password@127.0.0.1:<port>`. */
  url: string
  taken: TakenMail[]
  /** How often somebody connected. */
  connections(): number
  failWith(failure: MailFailure, times?: number): Promise<void>
  recover(): Promise<void>
  stop(): Promise<void>
}

/** Starts a local mail server. */
export async function startMailServer(): Promise<MailServer> {
  let failure: MailFailure | null = null
  let left = 0
  let connections = 0
  const taken: TakenMail[] = []
  const sockets = new Set<Socket>()

  const fails = (...modes: MailFailure[]): boolean => {
    if (!failure || !modes.includes(failure) || left <= 0) return false
    left -= 1
    return true
  }

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (fails('silent')) return
    const say = (line: string) => socket.write(`${line}\r\n`)
    let mail = { from: '', to: '', source: '' }
    let isData = false
    let buffer = ''
    socket.setEncoding('utf8')
    say('220 mail.test ESMTP')
    socket.on('data', (chunk: string) => {
      buffer += chunk
      for (;;) {
        const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
        if (end < 0) return
        const part = buffer.slice(0, end)
        buffer = buffer.slice(end + (isData ? 5 : 2))
        if (!isData) command(part)
        else finish(part)
      }
    })
    const finish = (source: string) => {
      isData = false
      if (fails('busy')) return say('451 4.3.0 try again later')
      if (fails('drop')) return socket.destroy()
      taken.push({ ...mail, source })
      mail = { from: '', to: '', source: '' }
      if (fails('take-and-drop')) return socket.destroy()
      say('250 2.0.0 taken')
    }
    const command = (line: string) => {
      const [verb = ''] = line.split(' ')
      switch (verb.toUpperCase()) {
        case 'EHLO':
          say('250-mail.test')
          return say('250 AUTH PLAIN LOGIN')
        case 'AUTH':
          return say(fails('wrong-password') ? '535 5.7.8 bad credentials' : '235 2.7.0 welcome')
        case 'MAIL':
          mail.from = /<([^>]*)>/.exec(line)?.[1] ?? ''
          return say('250 2.1.0 fine')
        case 'RCPT':
          mail.to = /<([^>]*)>/.exec(line)?.[1] ?? ''
          return say(fails('refuse') ? `550 5.1.1 no such user ${mail.to}` : '250 2.1.5 fine')
        case 'DATA':
          isData = true
          return say('354 go on')
        case 'QUIT':
          say('221 2.0.0 bye')
          return socket.end()
        default:
          return say('250 2.0.0 fine')
      }
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })

  await listen(0)
  // A listening TCP server's address is an object, never a pipe's name.
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://alerts%40example.com:secret@127.0.0.1:${port}`,
    taken,
    connections: () => connections,
    async failWith(mode, times = Number.POSITIVE_INFINITY) {
      failure = mode
      left = times
      if (mode === 'down') await close()
      else if (!server.listening) await listen(port)
    },
    async recover() {
      failure = null
      if (!server.listening) await listen(port)
    },
    stop: close,
  }
}
