import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { CallFailed, isSignedOut, NoAnswer, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { type Notice, showToast } from '#web/dashboard/toast/toast-store.ts'
import { readAgain, type Topic } from './use-live.ts'

type Change<Input, Output> = {
  make: (input: Input) => Promise<Output>
  /** What is said once it is made. */
  done?: Notice | ((output: Output, input: Input) => Notice)
  /** What is said where it failed: a title over the reason, or a whole notice. Nothing where a form says it itself. */
  failed?: string | ((error: Error) => Omit<Notice, 'bad'>)
  /** What is read again, before the change counts as made, and where it was refused for what was changed meanwhile or nobody answered. */
  renews?: Topic[]
  /** What else follows. */
  after?: (output: Output, input: Input) => unknown
}

/**
 * Makes a change on the server, says how it went, and reads again what it touches; the gate says that a session is over.
 * `underWay` are all changes that are not made yet: of several quick ones, the mutation itself tells the last alone.
 */
export function useChange<Input = void, Output = unknown>(change: Change<Input, Output>) {
  const { make, done, failed, renews = [], after } = change
  const client = useQueryClient()
  const mutationKey = [useId()]
  const underWay = useMutationState({
    filters: { mutationKey, status: 'pending' },
    // Nobody else has this key.
    select: ({ state }) => state.variables as Input,
  })
  const mutation = useMutation({
    mutationKey,
    mutationFn: make,
    onSuccess: async (output: Output, input: Input) => {
      if (done) showToast(typeof done === 'function' ? done(output, input) : done)
      if (renews.length > 0) await readAgain(client, renews)
      await after?.(output, input)
    },
    onError: (error: Error) => {
      // What is shown is no longer what is stored, or may not be.
      const isOld = error instanceof NoAnswer || (error instanceof CallFailed && error.status === 409)
      if (isOld) void readAgain(client, renews)
      if (failed === undefined || isSignedOut(error)) return
      const notice =
        typeof failed === 'string' ? { title: failed, message: sentenceOf(error) } : failed(error)
      showToast({ ...notice, bad: true })
    },
  })
  return { ...mutation, underWay }
}

/** A notice of a failure with the server's sentence where the request itself was wrong. */
export const orTryAgain = (title: string) => (error: Error) => {
  const known = error instanceof CallFailed && error.status < 500
  return { title, message: (known && error.sentence) || 'Please try again.' }
}
