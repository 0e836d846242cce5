const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const LENGTH = 32

/** A secret that nobody guesses, without letters that are taken for others. It is made in this browser alone. */
export function makeSecret(): string {
  let secret = ''
  while (secret.length < LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // Each letter is as likely as any other.
    if (byte < LETTERS.length * 4) secret += LETTERS[byte % LETTERS.length]
  }
  return secret
}
