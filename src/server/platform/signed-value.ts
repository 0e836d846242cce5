import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs and reads short values that a browser keeps for us, e.g. a visitor's id in a cookie. */
export type Signer = { sign(value: string): string; read(signed: string | undefined): string | null }

/** A signer for one purpose: a value signed for one purpose is refused for every other. */
export function signerFor(secret: string, purpose: string): Signer {
  const signatureOf = (value: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${value}`).digest('base64url')
  return {
    sign: (value) => `${value}.${signatureOf(value)}`,
    read(signed) {
      if (!signed) return null
      const dot = signed.lastIndexOf('.')
      if (dot < 1) return null
      const value = signed.slice(0, dot)
      const given = Buffer.from(signed.slice(dot + 1))
      const expected = Buffer.from(signatureOf(value))
      return given.length === expected.length && timingSafeEqual(given, expected) ? value : null
    },
  }
}
