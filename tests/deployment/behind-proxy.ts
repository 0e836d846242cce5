// Stands alone in a network of its own (`unshare --net`), where ports 80 and 443 are free: starts the product as
// docs/install.md says, puts the proxy of deploy/ in front, follows one owner and one visitor through it, and prints
// what it saw as one line of JSON.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { startProductProcess } from '#support/product-process.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'

/** What one walk through a proxy has seen. */
export type WalkBehindProxy = {
  page: number
  /** An ad's long link with a slash too many, which leads on to the page. */
  longLink: number
  /** How plain http is answered. */
  redirect: { status: number; location: string | undefined }
  signIn: number
  /** The session's cookie, without its value. */
  cookie: string
  /** Signing in from another site. */
  foreign: number
  /** The address that the server takes the browser for, which claims to come from 203.0.113.9. */
  address: string
  /** The kinds of live news that came while the answer was open. */
  news: string[]
  /** A part of a film of 8 MB. */
  upload: { begun: number; sent: number; offset: string | null }
}

const SITE = 'https://localhost'
const PASSWORD = 'a password for tests'
const deployed = (file: string) => fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url))

const [proxy = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'leadline-proxy-'))
chmodSync(folder, 0o755)
const product = await startProductProcess({
  DATA_DIR: join(folder, 'data'),
  PORT: '3000',
  PUBLIC_URL: SITE,
  TRUST_PROXY: '1',
  OWNER_PASSWORD: PASSWORD,
})
const front = proxy === 'caddy' ? await startCaddy() : await startNginx()
try {
  console.log(JSON.stringify(await walk()))
} finally {
  front.kill('SIGTERM')
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function startCaddy() {
  const environment = { ...process.env, DOMAIN: 'localhost', HOME: folder, XDG_DATA_HOME: folder }
  const words = ['adapt', '--adapter', 'caddyfile', '--config', deployed('Caddyfile')]
  const config = JSON.parse(execFileSync('caddy', words, { env: environment, encoding: 'utf8' }))
  // Its own authority signs for localhost; this machine need not trust it for that.
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } }
  const file = join(folder, 'caddy.json')
  writeFileSync(file, JSON.stringify(config))
  const child = spawn('caddy', ['run', '--config', file], { env: environment, stdio: 'ignore' })
  await trust(join(folder, 'caddy/pki/authorities/local/root.crt'))
  return child
}

async function startNginx() {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
  ]
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' })
  const server = readFileSync(deployed('nginx.conf'), 'utf8')
    .replaceAll(/\/etc\/letsencrypt\S+fullchain\.pem/g, certificate)
    .replaceAll(/\/etc\/letsencrypt\S+privkey\.pem/g, key)
    .replaceAll('your.domain', 'localhost')
  mkdirSync(join(folder, 'temp'))
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/temp/${kind};`).join(' ')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${temporary} ${server} }`,
  )
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await trust(certificate)
  return child
}

/** Takes a certificate as an authority, and waits until the proxy answers with one of its. */
async function trust(certificate: string): Promise<void> {
  for (let tried = 0; ; tried += 1) {
    try {
      setDefaultCACertificates([readFileSync(certificate, 'utf8')])
      await fetch(`${SITE}/healthz`)
      return
    } catch (problem) {
      if (tried > 150) throw problem
      await pause(200)
    }
  }
}

async function walk(): Promise<WalkBehindProxy> {
  const owner = createBrowser(SITE, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130')
  const page = await owner.get('/meme')
  const stranger = createBrowser(SITE, undefined, { origin: 'https://elsewhere.example' })
  const foreign = await stranger.post('/api/analytics/verify-password', { password: PASSWORD })
  const signedIn = await owner.post('/api/analytics/verify-password', { password: PASSWORD })
  const cookie = signedIn.headers.getSetCookie().find((line) => /httponly/i.test(line)) ?? ''
  const own = await owner.send('GET', '/api/analytics/own-address', {
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  return {
    page: page.status,
    longLink: (await owner.get(`/meme/?utm_source=ig&utm_content=${'a'.repeat(6000)}`)).status,
    redirect: await plainHttp(),
    signIn: signedIn.status,
    cookie: cookie.replace(/=[^;]*/, ''),
    foreign: foreign.status,
    address: own.body?.ipAddress,
    news: await listen(owner),
    upload: await sendPartOfFilm(owner),
  }
}

function plainHttp(): Promise<WalkBehindProxy['redirect']> {
  return new Promise((resolve, reject) => {
    request('http://localhost/meme?utm_source=ig', (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location })
    })
      .once('error', reject)
      .end()
  })
}

/** Listens as the dashboard does, sends a visitor past, and gives the kinds of news that came before the answer ended. */
async function listen(owner: TestBrowser): Promise<string[]> {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${SITE}/api/live`, { headers: { cookie }, signal: AbortSignal.timeout(60_000) })
  let text = ''
  let isVisited = false
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('event: changed')) break
    if (isVisited || !text.includes('event: active')) continue
    isVisited = true
    await createBrowser(SITE).post('/api/visitors/page-view', { path: '/meme' })
  }
  return [...new Set([...text.matchAll(/^event: (\w+)/gm)].map(([, kind]) => kind ?? ''))]
}

/** Begins a film's upload and sends the first 8 MB of it, as the dashboard does. */
async function sendPartOfFilm(owner: TestBrowser): Promise<WalkBehindProxy['upload']> {
  const bytes = readFileSync(fileURLToPath(new URL('../support/films/film.mp4', import.meta.url)))
  const part = Buffer.concat([bytes, Buffer.alloc(8 * 1024 * 1024 - bytes.length)])
  const headers = { 'tus-resumable': '1.0.0' }
  const begun = await owner.send('POST', '/api/site/film-uploads', {
    headers: {
      ...headers,
      'upload-length': String(part.length * 2),
      'upload-metadata': `filename ${Buffer.from('film.mp4').toString('base64')}`,
    },
  })
  const address = new URL(begun.headers.get('location') ?? '/', SITE)
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sent = await fetch(address, {
    method: 'PATCH',
    headers: {
      ...headers,
      cookie,
      origin: SITE,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: part,
  })
  return { begun: begun.status, sent: sent.status, offset: sent.headers.get('upload-offset') }
}
