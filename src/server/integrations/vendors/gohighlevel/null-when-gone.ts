import { VendorError } from '#server/integrations/vendor-error.ts'

/** For `.catch`: a contact that is gone at the CRM reads as null; every other failure stays one. */
export function nullWhenGone(error: unknown): null {
  if (error instanceof VendorError && error.kind === 'not-found') return null
  throw error
}
