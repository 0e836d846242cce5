import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as tusClient from 'tus-js-client'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { nameBackup } from '#server/backup/name-backup.ts'
import { waitFor } from '#support/eventually.ts'
import {
  arrived,
  begin,
  filesOf,
  filmFile,
  sendPart,
  takeFilm,
  tus,
  UPLOADS,
  uploadFilm,
} from '#support/film-upload.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: RunningProduct
let beside: RunningProduct
let owner: TestBrowser
let mediaDir: string

beforeAll(async () => {
  product = await runProduct()
  mediaDir = join(product.dataDir, 'media')
  beside = await runProduct({ databaseUrl: product.databaseUrl, environment: { MEDIA_DIR: mediaDir } })
  owner = await product.owner()
})
afterAll(async () => {
  await beside?.end()
  await product?.end()
})

const minute = filmFile('minute.webm')
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bytesAt = async (address: string) =>
  Buffer.from(await (await fetch(product.url + address)).arrayBuffer())
const addressOf = async (bytes: number, name?: string) => {
  const begun = await begin(owner, bytes, name)
  expect(begun.status).toBe(201)
  return begun.headers.get('location') ?? ''
}
const nothingArrives = async () => {
  expect(await product.query('select id from film_uploads')).toEqual([])
  expect(filesOf(mediaDir).filter((name) => !name.includes('.'))).toEqual([])
}

describe('a film', () => {
  ordinaryTest('arrives by the protocol’s own client, in parts, and is served as it was', async () => {
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new tusClient.Upload(minute, {
        endpoint: product.url + UPLOADS,
        chunkSize: 20_000,
        metadata: { filename: 'Mein Film – groß.webm' },
        headers: { cookie, origin: product.url },
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
      })
      upload.start()
    })
    const { status, body } = await takeFilm(owner, url)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Mein Film – groß.webm',
      bytes: minute.length,
      width: 160,
      height: 90,
      note: expect.stringContaining('WebM'),
    })
    expect(body.seconds).toBeCloseTo(60, 0)
    expect(sha(await bytesAt(body.address))).toBe(sha(minute))
    // A lost answer is asked for again, and is the same film.
    expect((await takeFilm(owner, url)).body).toEqual(body)
    expect((await owner.get('/api/site/films')).body[0]).toEqual({ ...body, isUsed: false })
    await nothingArrives()
  })

  ordinaryTest.each([0, 1, 11, 12, 4096, 65_537, minute.length - 1])(
    'whose connection breaks after %i bytes goes on where it stopped, whole',
    async (cutAfter) => {
      const address = await addressOf(minute.length)
      await sendPart(product, owner, address, { offset: 0, bytes: minute, cutAfter })
      const wrong = await sendPart(product, owner, address, {
        offset: cutAfter + 1,
        bytes: minute.subarray(cutAfter + 1),
      })
      expect(wrong.status).toBe(409)
      // The other process knows as much, and takes the rest. Whoever asks before the broken part has reached the file is
      // told so by 409, as any sender is, and asks again.
      const sent = await waitFor('the rest to be taken', async () => {
        const kept = await arrived(owner, address)
        expect(kept).toBeLessThanOrEqual(cutAfter)
        const rest = { offset: kept, bytes: minute.subarray(kept) }
        const answer = await sendPart(beside, await beside.owner(), address, rest)
        return answer.status !== 409 && answer
      })
      expect(sent).toMatchObject({ status: 204, offset: minute.length })
      const { body } = await takeFilm(owner, address)
      expect(sha(await bytesAt(body.address))).toBe(sha(minute))
      expect((await owner.send('DELETE', `/api/site/films/${body.id}`)).status).toBe(200)
      await nothingArrives()
    },
  )

  ordinaryTest(
    'that hangs on a dead connection is taken over by the next one, in another process, too',
    async () => {
      const address = await addressOf(minute.length)
      const half = minute.subarray(0, 40_000)
      // It promises more than it sends, and stays open.
      const hanging = sendPart(product, owner, address, {
        offset: 0,
        bytes: half,
        headers: { 'content-length': String(minute.length) },
      }).catch((error: Error) => error)
      await waitFor('the part to be written', async () => {
        const [row] = await product.query('select held_by from film_uploads')
        return row?.held_by !== null
      })
      const onwards = await arrived(await beside.owner(), address)
      expect(onwards).toBeLessThanOrEqual(half.length)
      await hanging
      const sent = await sendPart(product, owner, address, {
        offset: onwards,
        bytes: minute.subarray(onwards),
      })
      expect(sent.status).toBe(204)
      expect((await takeFilm(owner, address)).status).toBe(200)
      await nothingArrives()
    },
  )

  ordinaryTest(
    'goes on where a process that was killed held it while the database’s clock was a year ahead',
    async () => {
      const address = await addressOf(minute.length)
      await product.query(
        "update film_uploads set held_by = gen_random_uuid(), held_until = now() + interval '1 year'",
      )
      expect((await sendPart(product, owner, address, { offset: 0, bytes: minute })).status).toBe(204)
      expect((await owner.send('DELETE', address, { headers: tus })).status).toBe(204)
      await nothingArrives()
    },
  )

  ordinaryTest(
    'is made one at the second try where the first ended between its file and its row',
    async () => {
      const address = await addressOf(minute.length)
      const id = basename(address)
      await sendPart(product, owner, address, { offset: 0, bytes: minute })
      // What a process leaves that is killed there, or finds no database.
      renameSync(join(mediaDir, 'uploads', id), join(mediaDir, 'films', `${id}.webm`))
      expect(await arrived(owner, address)).toBe(minute.length)
      const { status, body } = await takeFilm(owner, address)
      expect(status).toBe(200)
      expect(sha(await bytesAt(body.address))).toBe(sha(minute))
      expect((await owner.send('DELETE', `/api/site/films/${body.id}`)).status).toBe(200)
      await nothingArrives()
    },
  )

  ordinaryTest('that is given up leaves nothing', async () => {
    const address = await addressOf(minute.length)
    await sendPart(product, owner, address, { offset: 0, bytes: minute.subarray(0, 5000) })
    expectRefusal(await takeFilm(owner, address), 'not whole', 409)
    expect((await owner.send('DELETE', address, { headers: tus })).status).toBe(204)
    expect((await owner.send('HEAD', address, { headers: tus })).status).toBe(404)
    await nothingArrives()
  })

  ordinaryTest(
    'for which the folder cannot be written, as on a disk that became read-only, is refused with a word on that',
    async () => {
      const { body } = await uploadFilm(product, owner, minute)
      const films = join(mediaDir, 'films')
      renameSync(films, `${films}-elsewhere`)
      writeFileSync(films, '')
      try {
        const begun = await begin(owner, minute.length)
        expectRefusal(begun, 'no folder', 500)
        expect(begun.body.error).toBe(
          'The server cannot write to its folder of videos. Whoever runs it finds that folder under MEDIA_DIR.',
        )
        // Whoever deletes one is told the same as the list says: it is gone.
        expect((await owner.send('DELETE', `/api/site/films/${body.id}`)).status).toBe(200)
        expect((await owner.get('/api/site/films')).body).not.toContainEqual({ ...body, isUsed: false })
      } finally {
        rmSync(films)
        renameSync(`${films}-elsewhere`, films)
        for (const file of filesOf(mediaDir)) if (file.startsWith(body.id)) rmSync(join(films, file))
      }
    },
  )

  thoroughTest('that nobody goes on with is removed after three days', async () => {
    let now = new Date()
    const later = await runProduct({ clock: { now: () => now }, sweepFilmsEveryMs: 50 })
    try {
      const folder = join(later.dataDir, 'media')
      const begun = await begin(await later.owner(), 1000)
      expect(begun.status).toBe(201)
      expect(filesOf(folder)).toHaveLength(1)
      // As one that was begun while the clock was a year ahead.
      await later.query("update film_uploads set touched_at = touched_at + interval '1 year'")
      await waitFor('it to be dated anew', async () => {
        const rows = await later.query('select from film_uploads where touched_at = $1', [now])
        return rows.length === 1
      })
      now = new Date(now.getTime() + 4 * 24 * 3_600_000)
      await waitFor('the upload to be removed', () => filesOf(folder).length === 0)
      expect(await later.query('select id from film_uploads')).toEqual([])
      // A restore took away the films that came after its backup; the copy made before it still leads back to them.
      const copyAt = now.getTime() - 4 * 24 * 3_600_000
      mkdirSync(join(later.dataDir, 'backups'), { recursive: true })
      writeFileSync(
        join(later.dataDir, 'backups', nameBackup('before-restore', new Date(copyAt), undefined)),
        '',
      )
      // A sweep that was under way has not seen the copy; the one that removes the second of these has.
      for (const letter of ['c', 'd']) {
        const stray = join(folder, 'uploads', letter.repeat(32))
        writeFileSync(stray, '')
        utimesSync(stray, new Date(copyAt - 3_600_000), new Date(copyAt - 3_600_000))
        await waitFor('a stray part to be removed', () => !existsSync(stray))
      }
      const [ofCopy, left] = ['a', 'b'].map((letter) => join(folder, 'films', `${letter.repeat(32)}.mp4`))
      for (const [path = '', at] of [
        [ofCopy, copyAt - 3_600_000],
        [left, copyAt + 3_600_000],
      ] as const) {
        writeFileSync(`${path}.part`, '')
        utimesSync(`${path}.part`, new Date(at), new Date(at))
        renameSync(`${path}.part`, path)
      }
      const swept = () => filesOf(folder).filter((name) => name.endsWith('.mp4'))
      await waitFor('what no copy knows to be removed', () => swept().length === 1)
      expect(swept()).toEqual([basename(ofCopy ?? '')])
      for (const name of readdirSync(join(later.dataDir, 'backups')))
        rmSync(join(later.dataDir, 'backups', name))
      await waitFor('it to be removed once no copy leads back', () => swept().length === 0)
    } finally {
      await later.end()
    }
  })
})

thoroughTest(
  'a film begins though eight were left behind on other devices; none that is still sent makes way',
  async () => {
    // The clock is a year ahead as they begin.
    let now = new Date(Date.now() + 365 * 24 * 3_600_000)
    const later = await runProduct({ clock: { now: () => now } })
    try {
      const coach = await later.owner()
      const open: string[] = []
      for (let nth = 0; nth < 8; nth += 1)
        open.push((await begin(coach, minute.length, `${nth}.webm`)).headers.get('location') ?? '')
      now = new Date()
      const full = await begin(coach, 1000)
      expectRefusal(full, 'a ninth', 409)
      expect(full.body.error).toMatch(/^Eight videos are uploading already.*makes way by itself/)
      now = new Date(now.getTime() + 2 * 3_600_000)
      // What a bad connection breaks off has moved on all the same.
      const [broken = '', oldest = '', ...others] = open
      await sendPart(later, coach, broken, { offset: 0, bytes: minute, cutAfter: 4096 })
      await waitFor('the broken part to be noted', async () => {
        const rows = await later.query('select id from film_uploads where touched_at = $1', [now])
        return rows.length === 1
      })
      now = new Date(now.getTime() + 2 * 3_600_000)
      expect((await begin(coach, 1000)).status).toBe(201)
      expect((await coach.send('HEAD', oldest, { headers: tus })).status).toBe(404)
      for (const address of [broken, ...others])
        expect((await coach.send('HEAD', address, { headers: tus })).status).toBe(200)
      expect(filesOf(join(later.dataDir, 'media'))).toHaveLength(8)
    } finally {
      await later.end()
    }
  },
)

describe('what is no film, or none that plays everywhere,', () => {
  const zeros = Buffer.alloc(200_000)
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 2000)

  ordinaryTest.each([
    ['zeros', zeros, /not a video/],
    ['text', Buffer.from('Just a text that says it is a film.'.repeat(40)), /not a video/],
    ['an AVI file', filmFile('old.avi'), /AVI file.*Export it as MP4/],
  ])('%s, is refused with its first bytes, and nothing is kept', async (_what, bytes, words) => {
    const address = await addressOf(bytes.length)
    const sent = await sendPart(product, owner, address, { offset: 0, bytes })
    expect(sent.status).toBe(415)
    expect(JSON.parse(sent.body).error).toMatch(words)
    expect((await owner.send('HEAD', address, { headers: tus })).status).toBe(404)
    await nothingArrives()
  })

  ordinaryTest.each([
    ['ProRes', filmFile('prores.mov'), /ProRes.*Export As/],
    ['HEVC', filmFile('hevc.mov'), /HEVC.*Most Compatible/],
    ['10 bit', filmFile('ten-bit.mp4'), /10-bit.*8-bit, 4:2:0/],
    ['4:2:2', filmFile('four-two-two.mp4'), /4:2:2.*8-bit, 4:2:0/],
    ['uncompressed sound', filmFile('pcm.mov'), /PCM.*AAC/],
    ['no picture', filmFile('sound-only.mp4'), /only sound/],
    ['an MKV file', filmFile('matroska.mkv'), /MKV.*MP4/],
    ['a film that was cut off', cut(filmFile('phone.mov')), /cut off/],
    ['a WebM that was cut off', cut(minute), /cut off/],
    [
      'a head and zeros',
      Buffer.concat([filmFile('film.mp4').subarray(0, 32), Buffer.alloc(5000)]),
      /not a video|no video/,
    ],
  ])('%s, is refused once it is whole, and nothing is kept', async (_what, bytes, words) => {
    const before = filesOf(mediaDir)
    const answer = await uploadFilm(product, owner, bytes)
    expect(answer.status).toBe(422)
    expect(answer.body.error).toMatch(words)
    expect(filesOf(mediaDir)).toEqual(before)
    await nothingArrives()
  })

  ordinaryTest('too much, nothing at all, and strangers are refused before a byte is sent', async () => {
    const large = await begin(owner, 5 * 1024 ** 3)
    expectRefusal(large, 'five gigabytes', 413)
    expect(large.body.error).toMatch(/4 GB.*Export/)
    expectRefusal(await begin(owner, 0), 'nothing', 422)
    expectRefusal(await begin(product.browser(), 1000), 'a stranger', 401)
    expectRefusal(
      await owner.send('POST', UPLOADS, { headers: { 'upload-length': '5' } }),
      'no protocol',
      400,
    )
    for (const id of ['0'.repeat(32), '..%2f..%2fsecret', 'x'])
      expect((await owner.send('HEAD', `${UPLOADS}/${id}`, { headers: tus })).status).toBe(404)
    await nothingArrives()
  })

  ordinaryTest('more than was announced is refused, and what was announced can still be sent', async () => {
    const address = await addressOf(1000)
    const sent = await sendPart(product, owner, address, { offset: 0, bytes: minute })
    expect(sent.status).toBe(413)
    const kept = await arrived(owner, address)
    expect(kept).toBeLessThanOrEqual(1000)
    expect((await owner.send('DELETE', address, { headers: tus })).status).toBe(204)
    await nothingArrives()
  })
})
