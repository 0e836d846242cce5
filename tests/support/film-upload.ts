import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { RunningProduct } from './running-product.ts'
import type { Answer, TestBrowser } from './test-browser.ts'

/** Where films are uploaded to. */
export const UPLOADS = '/api/site/film-uploads'

/** A film of the folder `films`, made with ffmpeg: its name says what it is. */
export const filmFile = (name: string): Buffer => readFileSync(new URL(`films/${name}`, import.meta.url))

/** The headers that every call of the protocol has. */
export const tus = { 'tus-resumable': '1.0.0' }

/** Begins an upload, of a film unless it goes elsewhere, and returns its answer. */
export const begin = (owner: TestBrowser, bytes: number, name = 'film.mp4', to = UPLOADS): Promise<Answer> =>
  owner.send('POST', to, {
    headers: {
      ...tus,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  })

/** How much of an upload the server has. */
export async function arrived(owner: TestBrowser, address: string): Promise<number> {
  const { status, headers } = await owner.send('HEAD', address, { headers: tus })
  if (status !== 200) throw new Error(`HEAD was answered with ${status}`)
  return Number(headers.get('upload-offset'))
}

/** Sends bytes as the next part of an upload; where `cutAfter` is given, the connection breaks after as many of them. */
export function sendPart(
  product: Pick<RunningProduct, 'url'>,
  owner: TestBrowser,
  address: string,
  part: { offset: number; bytes: Buffer; cutAfter?: number; headers?: Record<string, string> },
): Promise<{ status: number; body: string; offset: number }> {
  const { offset, bytes, cutAfter } = part
  return new Promise((resolve, reject) => {
    const sending = request(
      product.url + address,
      {
        method: 'PATCH',
        headers: {
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'content-length': bytes.length,
          'upload-offset': offset,
          origin: product.url,
          cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...part.headers,
        },
      },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(pieces).toString(),
            offset: Number(answer.headers['upload-offset']),
          }),
        )
      },
    )
    sending.on('error', (error) =>
      cutAfter === undefined ? reject(error) : resolve({ status: 0, body: '', offset: 0 }),
    )
    if (cutAfter === undefined) sending.end(bytes)
    else sending.write(bytes.subarray(0, cutAfter), () => sending.destroy())
    // Nothing of a part may be sent before its connection breaks, too.
    if (cutAfter === 0) sending.flushHeaders()
  })
}

/** Uploads a film whole and returns the answer to making it one. */
export async function uploadFilm(
  product: Pick<RunningProduct, 'url'>,
  owner: TestBrowser,
  bytes: Buffer,
  name?: string,
): Promise<Answer> {
  const begun = await begin(owner, bytes.length, name)
  const address = begun.headers.get('location') ?? ''
  const sent = await sendPart(product, owner, address, { offset: 0, bytes })
  if (sent.status !== 204) throw new Error(`${sent.status} ${sent.body}`)
  return takeFilm(owner, address)
}

/** Makes an upload a film. */
export const takeFilm = (owner: TestBrowser, address: string): Promise<Answer> =>
  owner.post('/api/site/films', { upload: address.split('/').at(-1) })

/** The files of films and uploads on disk. */
export function filesOf(mediaDir: string): string[] {
  const list = (folder: string) => {
    try {
      return readdirSync(join(mediaDir, folder))
    } catch {
      return []
    }
  }
  return [...list('uploads'), ...list('films')]
}
