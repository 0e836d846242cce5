import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts short secrets for one installation, each for the one place it belongs to. */
export type Seal = {
  close(secret: string, place: string): Buffer
  /** The secret; null where it was sealed with another key or for another place, or was changed since. */
  open(sealed: Buffer, place: string): string | null
}

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A seal under a key of its own that is derived from the installation's SECRET. */
export function sealOf(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'leadline vendor secrets 1', KEY_BYTES))
  return {
    close(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag)
      try {
        const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([body, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
