/** What our own sentences about a vendor say when something else than the vendor answered. */
const ELSEWHERE = /\bnothing answers at its address\b|\bits address leads elsewhere\b/i

/** Whether a failure's reason says that the address we have is not, or no longer, the vendor's. */
export const isAddressWrong = (reason: string | null): boolean => reason !== null && ELSEWHERE.test(reason)
