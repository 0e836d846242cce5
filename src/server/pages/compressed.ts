import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Bytes ready to send in every form a browser may ask for, with the ETag that names them. */
export type Compressed = { plain: Buffer; br?: Buffer; gzip?: Buffer; etag: string }

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

/** Compresses text once, off the main thread, at the strongest setting: it is sent many times. */
export async function compressed(text: string | Buffer): Promise<Compressed> {
  const plain = Buffer.from(text)
  const [br, gzipped] = await Promise.all([
    brotliOf(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    gzipOf(plain, { level: 9 }),
  ])
  return { ...uncompressed(plain), br, gzip: gzipped }
}

/** Bytes that are compressed already, such as fonts and pictures. */
export function uncompressed(plain: Buffer): Compressed {
  return { plain, etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22) }
}
