import { request } from 'node:http'
import { filmFile, tus } from '#support/film-upload.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const PIECE = 1024 * 1024
const noise = Buffer.alloc(PIECE)
for (let at = 0, state = 1; at < PIECE; at += 4) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  noise.writeUInt32LE(state, at)
}

/** A real film of three seconds that is `size` bytes large, made as it is read: its last box is one of noise. */
export function largeFilm(size: number) {
  const film = filmFile('film.mp4')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size - film.length, 0)
  head.write('free', 4, 'latin1')
  const start = Buffer.concat([film, head])
  return {
    size,
    /** The bytes from a place on: as many as stand together, up to `end`. */
    piece(from: number, end: number): Buffer {
      if (from < start.length) return start.subarray(from, Math.min(end, start.length))
      const within = from % PIECE
      return noise.subarray(within, Math.min(PIECE, within + end - from))
    },
  }
}

/** Sends bytes `from` up to `to` of a film as the next part of an upload, piece by piece; returns the status. */
export function sendFilmPart(
  url: string,
  owner: Pick<TestBrowser, 'cookies'>,
  part: {
    address: string
    film: ReturnType<typeof largeFilm>
    from: number
    to: number
    onSent?(at: number): void
  },
): Promise<number> {
  const { address, film, from, to } = part
  return new Promise((resolve, reject) => {
    const sending = request(
      url + address,
      {
        method: 'PATCH',
        headers: {
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'content-length': to - from,
          'upload-offset': from,
          origin: url,
          cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
    sending.on('error', reject)
    let at = from
    const go = () => {
      while (at < to) {
        const piece = film.piece(at, to)
        at += piece.length
        part.onSent?.(at)
        if (!sending.write(piece)) return void sending.once('drain', go)
      }
      sending.end()
    }
    go()
  })
}
