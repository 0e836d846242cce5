import { createHmac } from 'node:crypto'

/** The HMAC-SHA256 of the parts one after the other, as text. */
export function hmac(secret: string, encoding: 'hex' | 'base64', ...parts: (string | Buffer)[]): string {
  const sum = createHmac('sha256', secret)
  for (const part of parts) sum.update(part)
  return sum.digest(encoding)
}
