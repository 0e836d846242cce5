import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { MissingItem } from '#contract/content-api.ts'
import { sampleFilm } from '#contract/film-address.ts'
import { boxesIn, boxOn } from '#contract/film-boxes.ts'
import { type ContentEditor, contentEditor } from '#support/content-editor.ts'
import { begin, filesOf, filmFile, sendPart, tus, uploadFilm } from '#support/film-upload.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: RunningProduct
let owner: TestBrowser
let editor: ContentEditor
const minute = filmFile('minute.webm')
let address: string

beforeAll(async () => {
  product = await runProduct()
  owner = await product.owner()
  editor = contentEditor(owner)
  address = (await uploadFilm(product, owner, minute)).body.address
})
afterAll(() => product?.end())

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Asks with the headers as they stand, which fetch would add to. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    const asking = request(product.url + path, { method, headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
      )
    })
    asking.on('error', reject)
    asking.end()
  })

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a film is served', () => {
  ordinaryTest('whole, as what it is, and may be kept for ever', async () => {
    const { status, headers, body } = await ask(address, { 'accept-encoding': 'gzip, br' })
    expect(status).toBe(200)
    expect(sha(body)).toBe(sha(minute))
    expect(headers).toMatchObject({
      'content-type': 'video/webm',
      'content-length': String(minute.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  ordinaryTest.each([
    ['bytes=0-1', 0, 1],
    ['bytes=1000-1999', 1000, 1999],
    ['bytes=88000-', 88_000, minute.length - 1],
    ['bytes=-100', minute.length - 100, minute.length - 1],
    ['bytes=0-999999999', 0, minute.length - 1],
  ])('in the range %s', async (range, from, to) => {
    const { status, headers, body } = await ask(address, { range })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe(`bytes ${from}-${to}/${minute.length}`)
    expect(headers['content-length']).toBe(String(to - from + 1))
    expect(body.equals(minute.subarray(from, to + 1))).toBe(true)
  })

  ordinaryTest('whole where a range cannot be given as asked, and not at all beyond its end', async () => {
    for (const range of ['bytes=0-1,5-6', 'items=0-1', 'bytes=9-3'])
      expect((await ask(address, { range })).status, range).toBe(200)
    const beyond = await ask(address, { range: `bytes=${minute.length}-` })
    expect(beyond.status).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${minute.length}`)
    expect(beyond.headers['cache-control']).toBe('no-store')
  })

  ordinaryTest('with its conditions kept', async () => {
    const { etag = '', 'last-modified': modified = '' } = (await ask(address)).headers
    const range = 'bytes=0-9'
    expect((await ask(address, { range, 'if-range': etag })).status).toBe(206)
    expect((await ask(address, { range, 'if-range': modified })).status).toBe(206)
    expect((await ask(address, { range, 'if-range': '"other"' })).status).toBe(200)
    expect((await ask(address, { range, 'if-range': `W/${etag}` })).status).toBe(200)
    expect((await ask(address, { 'if-none-match': etag })).status).toBe(304)
    expect((await ask(address, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  ordinaryTest('by its head alone', async () => {
    const whole = await ask(address, {}, 'HEAD')
    expect(whole).toMatchObject({ status: 200, headers: { 'content-length': String(minute.length) } })
    expect(whole.body.length).toBe(0)
    const part = await ask(address, { range: 'bytes=0-9' }, 'HEAD')
    expect(part).toMatchObject({ status: 206, headers: { 'content-length': '10' } })
  })

  ordinaryTest('under its own address alone', async () => {
    const other = address.replace('.webm', '.mp4')
    for (const path of [other, `/films/${'0'.repeat(32)}.mp4`, '/films/..%2fsecret', '/films/captions/x.vtt'])
      expect((await ask(path)).status, path).toBe(404)
  })

  ordinaryTest('to a player that leaves in the middle, without harm', async () => {
    await new Promise<void>((resolve) => {
      const leaving = get(product.url + address, (answer) => {
        answer.once('data', () => {
          leaving.destroy()
          resolve()
        })
      })
    })
    expect((await ask(address, { range: 'bytes=-5' })).status).toBe(206)
  })
})

ordinaryTest.each(['mp4', 'webm'] as const)(
  'the sample is served as %s, small and in ranges',
  async (form) => {
    const { status, headers, body } = await ask(sampleFilm[form])
    expect(status).toBe(200)
    expect(headers['content-type']).toBe(`video/${form}`)
    expect(body.length).toBeLessThan(2_000_000)
    expect((await ask(sampleFilm[form], { range: 'bytes=0-1' })).status).toBe(206)
  },
)

ordinaryTest.each(['phone.mov', 'film.mp4'])(
  '%s is served with its index first, and its pictures are the same',
  async (name) => {
    const file = filmFile(name)
    const { body } = await uploadFilm(product, owner, file, name)
    expect(body).toMatchObject({ name, width: 128, height: 72, note: '' })
    expect(body.seconds).toBeCloseTo(3, 1)
    const { headers, body: film } = await ask(body.address)
    expect(headers['content-type']).toBe('video/mp4')
    expect(Number(headers['content-length'])).toBe(body.bytes)
    const order = boxesIn(film, 0, film.length).map(({ type }) => type)
    expect(order.slice(0, 2)).toEqual(['ftyp', 'moov'])
    expect(film.subarray(8, 12).toString()).not.toBe('qt  ')
    expect(firstBytes(film)).toEqual(firstBytes(file))
    // A range over the seam between the new beginning and the old file.
    const seam = boxesIn(film, 0, film.length).at(2)?.at ?? 0
    const part = await ask(body.address, { range: `bytes=${seam - 50}-${seam + 49}` })
    expect(part.body.equals(film.subarray(seam - 50, seam + 50))).toBe(true)
  },
)

/** The bytes at the first place of each track's table. */
function firstBytes(film: Buffer): string[] {
  const moov = boxesIn(film, 0, film.length).find(({ type }) => type === 'moov')
  if (!moov) throw new Error('there is no index')
  return boxesIn(film, moov.at + moov.head, moov.at + moov.size)
    .filter(({ type }) => type === 'trak')
    .map(({ at, head, size }) => {
      const table = boxOn(film, at + head, at + size, ['mdia', 'minf', 'stbl', 'stco'])
      const place = film.readUInt32BE((table?.at ?? 0) + 16)
      return film.subarray(place, place + 64).toString('hex')
    })
}

describe('a film on a page', () => {
  ordinaryTest('cannot be deleted while any version shows it; afterwards nothing of it is left', async () => {
    const { id } = (await uploadFilm(product, owner, filmFile('phone.mov'))).body
    const used = `/films/${id}.mp4`
    await editor.live((draft) => Object.assign(draft.freetraining.video, { source: 'film', film: used }))
    expect((await fetch(`${product.url}/freetraining`).then((page) => page.text())).includes(used)).toBe(true)
    expectRefusal(await owner.send('DELETE', `/api/site/films/${id}`), 'in use', 409)
    await editor.live((draft) => Object.assign(draft.freetraining.video, { source: 'off', film: '' }))
    expectRefusal(await owner.send('DELETE', `/api/site/films/${id}`), 'used earlier', 409)
    const other = (await uploadFilm(product, owner, filmFile('phone.mov'))).body
    expect(filesOf(join(product.dataDir, 'media')).filter((name) => name.startsWith(other.id))).toHaveLength(
      2,
    )
    expect((await owner.send('DELETE', `/api/site/films/${other.id}`)).status).toBe(200)
    expect(filesOf(join(product.dataDir, 'media')).filter((name) => name.startsWith(other.id))).toEqual([])
    expect((await ask(other.address)).status).toBe(404)
    expectRefusal(await owner.send('DELETE', `/api/site/films/${other.id}`), 'gone', 404)
  })

  ordinaryTest('whose file is gone is told on the checklist, wherever it plays', async () => {
    const { address: gone, id } = (await uploadFilm(product, owner, filmFile('phone.mov'))).body
    await editor.live((draft) => {
      Object.assign(draft.freetraining.video, { source: 'film', film: gone })
      Object.assign(draft.portal.weeks[0]?.videos[0] ?? {}, { film: gone })
    })
    const items = async (): Promise<MissingItem[]> => (await owner.get('/api/site/missing')).body
    const stateOf = async (item: string) => (await items()).find((one) => one.id === item)
    expect(await stateOf('video-freetraining')).toMatchObject({ state: 'done' })
    expect(await stateOf('video-week1-0')).toMatchObject({ state: 'done' })
    const films = join(product.dataDir, 'media', 'films')
    for (const file of readdirSync(films)) if (file.startsWith(id)) rmSync(join(films, file))
    for (const item of ['video-freetraining', 'video-week1-0'])
      expect(await stateOf(item)).toMatchObject({
        state: 'missing',
        where: { find: expect.stringContaining('no longer on the server') },
      })
    await editor.live((draft) => {
      Object.assign(draft.freetraining.video, { source: 'off', film: '' })
      Object.assign(draft.portal.weeks[0]?.videos[0] ?? {}, { film: '' })
    })
  })

  ordinaryTest.each([
    ['youtube', { youtube: 'https://youtu.be/abcdefghijk' }, 'https://www.youtube-nocookie.com'],
    ['vimeo', { vimeo: 'https://vimeo.com/123456789' }, 'https://player.vimeo.com'],
    ['sample', {}, "'none'"],
  ])('from %s opens the page’s policy to its host and no other', async (source, more, host) => {
    await editor.live((draft) => {
      Object.assign(draft.freetraining2.video, { source, ...more })
    })
    const { headers } = await ask('/freetraining2')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`frame-src ${host}`)
    expect(policy).toContain("media-src 'self'")
    expect(policy).toContain("script-src 'self';")
  })

  ordinaryTest('and captions that are none are refused', async () => {
    const hostile = {
      film: 'https://evil.example/x.mp4',
      captions: [{ language: 'en', src: '/films/x.vtt' }],
    }
    const saved = await editor.save((draft) => Object.assign(draft.freetraining.video, hostile))
    expect(saved.status).toBe(422)
    expect(Object.keys(saved.body.fields)).toEqual([
      'freetraining.video.film',
      'freetraining.video.captions.0.src',
    ])
    const refused = await owner.post('/api/site/captions', { text: 'no captions' })
    expect(refused.status).toBe(422)
    expect(refused.body.error).toContain('SRT or WebVTT')
    const taken = await owner.post('/api/site/captions', { text: '1\n00:00:01,000 --> 00:00:02,000\nHi\n' })
    expect(taken.body).toEqual({ address: expect.stringMatching(/^\/films\/captions\//), cues: 1 })
    const { headers, body } = await ask(taken.body.address)
    expect(headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect(body.toString()).toContain('00:00:01.000 --> 00:00:02.000')
  })
})

const small = mkdtempSync(join(tmpdir(), 'leadline-small-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', small]).status === 0
afterAll(() => {
  if (isMounted) spawnSync('umount', [small])
  rmSync(small, { recursive: true, force: true })
})

// Only root may mount a disk of its own.
describe.skipIf(!isMounted)('on a disk that is too small', () => {
  ordinaryTest(
    'a film is refused before it is sent, or as soon as the disk is full, and nothing is left',
    async () => {
      const full = await runProduct({ environment: { MEDIA_DIR: small } })
      try {
        const its = await full.owner()
        const large = await begin(its, 50 * 1024 * 1024)
        expect(large.status).toBe(507)
        expect(large.body.error).toMatch(/room for 4 MB.*1080p/)
        const fits = Buffer.concat([minute, Buffer.alloc(3 * 1024 * 1024)])
        const begun = await begin(its, fits.length)
        expect(begun.status).toBe(201)
        // Somebody else fills the disk meanwhile.
        writeFileSync(join(small, 'other'), Buffer.alloc(5 * 1024 * 1024))
        const upload = begun.headers.get('location') ?? ''
        const sent = await sendPart(full, its, upload, { offset: 0, bytes: fits })
        expect(sent.status).toBe(507)
        expect(JSON.parse(sent.body).error).toMatch(/room for 0 MB/)
        expect(filesOf(small)).toEqual([])
        expect(await full.query('select id from film_uploads')).toEqual([])
        expect((await its.send('HEAD', upload, { headers: tus })).status).toBe(404)
      } finally {
        await full.end()
      }
    },
  )
})
