import { createServer, type Socket } from 'node:net'
import { listenLocally } from './listening-server.ts'

/**
 * How the mail server can go wrong.
 * - `down`: nothing listens; `silent`: accepts a connection and never speaks; `hold`: takes the mail and never says so;
 *   `late`: takes it and says so once `answerLate` is called
 * - `too-many`: 421 as greeting; `no-service`: 554 as greeting; `web`: a web server's answer as greeting
 * - `busy`: 451 after the mail was sent; `refuse`: 550 for the recipient, `greylist`: 450 and `unwanted`: 550 5.7.1 for it;
 *   `refuse-late`: 550 for the recipient, once `answerLate` is called
 * - `wrong-password`: 535; `sender`: 553 for the sender, `sender-at-recipient` once it heard the recipient,
 *   `sender-at-end` after the mail was sent; `daily-limit`: 550 5.4.5 for the recipient; `nonsense`: a page after the mail was sent; `slow`: every
 *   word late
 * - `drop`: cuts the connection before the mail was taken; `take-and-drop`: takes the mail and cuts before saying so
 */
export type MailFailure =
  | 'down'
  | 'silent'
  | 'hold'
  | 'late'
  | 'too-many'
  | 'no-service'
  | 'web'
  | 'busy'
  | 'refuse'
  | 'refuse-late'
  | 'greylist'
  | 'unwanted'
  | 'wrong-password'
  | 'sender'
  | 'sender-at-recipient'
  | 'sender-at-end'
  | 'daily-limit'
  | 'nonsense'
  | 'slow'
  | 'drop'
  | 'take-and-drop'

const LATE_MS = 250

/** A mail as it was taken. */
export type TakenMail = { from: string; to: string; source: string }

/** A running mail server that speaks just enough SMTP. */
export type MailServer = {
  /** `smtp://user:password@127.0.0.1:<port>`. */
  url: string
  port: number
  taken: TakenMail[]
  /** What clients signed in with, as user and password. */
  logins: string[]
  /** How often somebody connected. */
  connections(): number
  /** `to`: `drop` and `sender-at-end` are about mails to this address alone. */
  failWith(failure: MailFailure, times?: number, to?: string): Promise<void>
  recover(): Promise<void>
  /** Says of every mail taken as `late` that it was taken, and of every recipient as `refuse-late` that it is refused. */
  answerLate(): void
  stop(): Promise<void>
}

/** What `AUTH PLAIN` says, as `user password`. */
const loginOf = (line: string): string =>
  Buffer.from(line.split(' ')[2] ?? '', 'base64')
    .toString()
    .split('\0')
    .slice(1)
    .join(' ')

/** Starts a local mail server. */
export async function startMailServer(): Promise<MailServer> {
  let failure: MailFailure | null = null
  let left = 0
  let onlyTo: string | undefined
  let connections = 0
  const taken: TakenMail[] = []
  const logins: string[] = []
  const sockets = new Set<Socket>()
  const unanswered: (() => void)[] = []

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
    const isSlow = fails('slow')
    const say = (line: string) =>
      isSlow ? setTimeout(() => socket.write(`${line}\r\n`), LATE_MS) : socket.write(`${line}\r\n`)
    if (fails('too-many')) return void socket.end('421 4.7.0 too many connections, come back later\r\n')
    if (fails('no-service')) return void socket.end('554 5.7.1 no service for you\r\n')
    if (fails('web')) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n<p>Bad Request')
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
      const isMeant = onlyTo === undefined || onlyTo === mail.to
      if (isMeant && fails('sender-at-end'))
        return say(`554 5.2.252 SendAsDenied; not allowed to send as ${mail.from}`)
      if (isMeant && fails('drop')) return socket.destroy()
      if (fails('nonsense')) return say('<!doctype html><p>Welcome')
      taken.push({ ...mail, source })
      mail = { from: '', to: '', source: '' }
      if (fails('take-and-drop')) return socket.destroy()
      if (fails('hold')) return
      if (fails('late')) return void unanswered.push(() => say('250 2.0.0 taken'))
      say('250 2.0.0 taken')
    }
    const command = (line: string) => {
      const [verb = ''] = line.split(' ')
      switch (verb.toUpperCase()) {
        case 'EHLO':
          say('250-mail.test')
          return say('250 AUTH PLAIN LOGIN')
        case 'AUTH':
          logins.push(loginOf(line))
          return say(fails('wrong-password') ? '535 5.7.8 bad credentials' : '235 2.7.0 welcome')
        case 'MAIL':
          mail.from = /<([^>]*)>/.exec(line)?.[1] ?? ''
          return say(fails('sender') ? `553 5.7.1 you are not ${mail.from}` : '250 2.1.0 fine')
        case 'RCPT': {
          mail.to = /<([^>]*)>/.exec(line)?.[1] ?? ''
          if (fails('greylist')) return say('450 4.2.0 greylisted, come back later')
          if (fails('sender-at-recipient')) return say(`553 <${mail.from}>: Sender address rejected`)
          if (fails('daily-limit')) return say('550 5.4.5 Daily user sending quota exceeded')
          if (fails('unwanted')) return say('550 5.7.1 message rejected as spam')
          const refusal = `550 5.1.1 no such user ${mail.to}`
          if (fails('refuse-late')) return void unanswered.push(() => say(refusal))
          return say(fails('refuse') ? refusal : '250 2.1.5 fine')
        }
        case 'STARTTLS':
          return say('502 5.5.1 not implemented')
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
  const { port, goDown, comeBack } = await listenLocally(server, {
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
  })
  return {
    url: `smtp://alerts%40example.com:secret@127.0.0.1:${port}`,
    port,
    taken,
    logins,
    connections: () => connections,
    async failWith(mode, times = Number.POSITIVE_INFINITY, to) {
      failure = mode
      left = times
      onlyTo = to
      if (mode === 'down') await goDown()
      else await comeBack()
    },
    async recover() {
      failure = null
      await comeBack()
    },
    answerLate() {
      for (const answer of unanswered.splice(0)) answer()
    },
    stop: goDown,
  }
}
