import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Files that pretend to be pictures, with the words that say what is wrong with each. */
export async function picturesOfAttack(): Promise<[string, Buffer, RegExp][]> {
  const whole = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#ff8800' } })
    .jpeg()
    .toBuffer()
  const noise = await sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  return [
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /SVG/,
    ],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), /not a picture/],
    ['an archive', Buffer.from('PK\x03\x04 and some more of it'), /not a picture/],
    ['a PDF', Buffer.from('%PDF-1.7 and some more of it'), /not a picture/],
    ['nothing', Buffer.alloc(3), /empty/],
    ['a video', Buffer.from('\0\0\0\x20ftypisom\0\0\0\0isommp42'), /video/],
    ['an iPhone’s HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), /HEIC/],
    [
      'only a JPEG’s first bytes',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64)]),
      /damaged/,
    ],
    ['half a JPEG', whole.subarray(0, whole.length / 2), /damaged/],
    ['half a PNG', noise.subarray(0, noise.length / 2), /damaged/],
    ['a decompression bomb', bomb(30_000, 30_000), /50 million pixels/],
    ['a bomb of absurd size', bomb(2_000_000_000, 2_000_000_000), /50 million pixels|damaged/],
  ]
}

/** A PNG of a few kilobytes that unpacks to gigabytes. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(4_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc(body), body.length + 4)
  return framed
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
