import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'

/** Why something failed, in one sentence; nothing while it has not, and where the session is over, which the gate says. */
export function Failure({ of: error, className = 'mt-2' }: { of: unknown; className?: string }) {
  if (!error || isSignedOut(error)) return null
  return (
    <p role="alert" className={`${className} text-sm text-danger`}>
      {sentenceOf(error)}
    </p>
  )
}
