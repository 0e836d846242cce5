/** What our own sentences about a vendor say when it answered, and answered that it does not know us. */
const REFUSED =
  /\b(did|does) not accept (the (token|access token|user name)|our signature)\b|\bturns our calls away\b|it answered with status 40[13]\b/i

/** Whether a failure's reason says that the vendor answers and turns our token, secret or login away. */
export const refusesToken = (reason: string | null): boolean => reason !== null && REFUSED.test(reason)
