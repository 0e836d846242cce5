/** What the numeric hash is made of, in this order (docs/spec.md, 'Visitors and people'). */
export type FingerprintSource = {
  screenWidth: number
  screenHeight: number
  timezone: string
  language: string
  hardwareConcurrency?: number
  deviceMemory?: number
  userAgent: string
  colorDepth: number
  pixelRatio: number
}

// FNV-1a over UTF-16 units, 32 bits.
function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}

/**
 * The numeric hash of a device: at most 16 digits, a safe integer, the same for the same device. Two alike phones
 * share it, so it only ever suggests a link.
 */
export function fingerprintOf(source: FingerprintSource): number {
  const text = [
    `${source.screenWidth}x${source.screenHeight}`,
    source.timezone,
    source.language,
    source.hardwareConcurrency ?? '',
    source.deviceMemory ?? '',
    source.userAgent,
    source.colorDepth,
    source.pixelRatio,
  ].join('|')
  return hash(text, 0x811c9dc5) * 2 ** 21 + (hash(text, 0x9747b28c) >>> 11)
}
