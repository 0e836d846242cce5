import { isId } from '#server/platform/ids.ts'
import { signerFor } from '#server/platform/signed-value.ts'

/** Makes and reads the token that stands for one submit wherever a browser or a vendor gets to see an id. */
export type CaptureTokens = {
  /** The token of a capture: letters, digits, `-` and `_`, always the same for the same capture. */
  tokenOf(captureId: string): string
  /** The capture that a token stands for; null where it is none of ours. */
  captureOf(token: string): string | null
}

const ID_LENGTH = 32

/** Capture tokens signed with the installation's secret. They tell nothing of the lead, not even whether it was known. */
export function captureTokens(secret: string): CaptureTokens {
  const signer = signerFor(secret, 'capture')
  return {
    // A checkout drops a reference with a dot in it without a word.
    tokenOf: (captureId) => signer.sign(captureId.replaceAll('-', '')).replace('.', ''),
    captureOf(token) {
      const id = signer.read(`${token.slice(0, ID_LENGTH)}.${token.slice(ID_LENGTH)}`)
      const dashed = id?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return dashed && isId(dashed) ? dashed : null
    },
  }
}
