import { z } from 'zod'

// Exactly this and nothing beside it: no vendor's news has this shape, so none can pass for a test.
const TestDelivery = z.strictObject({ event: z.literal('leadline.test'), id: z.uuid() })
const LONGEST = 200

/** The body of a delivery that only tests the way here. */
export const testDelivery = (id: string): string =>
  JSON.stringify({ event: 'leadline.test', id } satisfies z.input<typeof TestDelivery>)

/** The answer to it, which no other server gives. */
export const testAnswer = (id: string): string => JSON.stringify({ received: true, test: id })

/** The id of a delivery that only tests the way here; null for everything that a vendor sends. */
export function readTestDelivery(body: Buffer): string | null {
  if (body.length > LONGEST) return null
  try {
    return TestDelivery.safeParse(JSON.parse(body.toString('utf8'))).data?.id ?? null
  } catch {
    return null
  }
}
