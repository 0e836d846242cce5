import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Bytes ready to send in every form a browser may ask for, with the ETag that names them. */
export type Compressed = { plain: Buffer; br?: Buffer; gzip?: Buffer; etag: string }

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

/** How hard text is compressed: `strong` is worth it for what is sent many times, `quick` for what must be there now. */
export type Effort = 'strong' | 'quick'

const quality = { strong: { br: 11, gzip: 9 }, quick: { br: 5, gzip: 5 } }

/** Compresses text off the main thread. */
export async function compressed(text: string | Buffer, effort: Effort = 'strong'): Promise<Compressed> {
  const plain = Buffer.from(text)
  const [br, gzipped] = await Promise.all([
    brotliOf(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality[effort].br,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    gzipOf(plain, { level: quality[effort].gzip }),
  ])
  return { ...uncompressed(plain), br, gzip: gzipped }
}

/** Bytes that are compressed already, such as fonts and pictures. */
export function uncompressed(plain: Buffer): Compressed {
  return { plain, etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22) }
}
