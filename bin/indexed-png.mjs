import { crc32, deflateSync } from 'node:zlib'

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const nearest = (palette, colour) => {
  let best = 0
  let distance = Number.POSITIVE_INFINITY
  for (const [index, other] of palette.entries()) {
    const far = [16, 8, 0].reduce(
      (sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2,
      0,
    )
    if (far < distance) {
      best = index
      distance = far
    }
  }
  return best
}

/** A PNG of at most 256 colours, the most frequent ones, from RGBA pixels: small for flat drawings. */
export function indexedPng(rgba, width, height) {
  const counts = new Map()
  const colours = new Uint32Array(width * height)
  for (let pixel = 0; pixel < colours.length; pixel += 1) {
    const colour = (rgba[pixel * 4] << 16) | (rgba[pixel * 4 + 1] << 8) | rgba[pixel * 4 + 2]
    colours[pixel] = colour
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const byCount = [...counts].sort((one, other) => other[1] - one[1]).map(([colour]) => colour)
  const palette = byCount.slice(0, 256)
  const places = new Map(byCount.map((colour) => [colour, nearest(palette, colour)]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let pixel = 0; pixel < colours.length; pixel += 1)
    rows[pixel + Math.floor(pixel / width) + 1] = places.get(colours[pixel])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, colours from the palette.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk(
      'PLTE',
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
