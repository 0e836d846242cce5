import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { Button } from '#web/dashboard/ui/button.tsx'

type DeleteRuleProps = {
  rule: AutoTagRule
  remove: UseMutationResult<unknown, Error, string>
  onDeleted: () => void
}

/** Deletes a rule, after saying what stays and what ends. */
export function DeleteRule({ rule, remove, onDeleted }: DeleteRuleProps) {
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const ask = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)

  // Whoever works by keyboard stays where the question is.
  useEffect(() => {
    if (asking) keep.current?.focus()
    else if (wasAsking.current) ask.current?.focus()
    wasAsking.current = asking
  }, [asking])

  return (
    <section aria-label="Delete this rule" className="mt-8 border-t border-line pt-4">
      {asking ? (
        <>
          <h3 className="text-sm font-semibold">Delete “{rule.name}”?</h3>
          <p className="mt-1 text-sm text-ink-2">
            It tags nobody from now on. The tags it gave stay with their leads, here and in the CRM, and its
            log stays under its name. To end it for a while only, switch it off instead.
          </p>
          {remove.error && !isSignedOut(remove.error) && (
            <p role="alert" className="mt-2 text-sm text-danger">
              {sentenceOf(remove.error)}
            </p>
          )}
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              look="danger"
              disabled={remove.isPending}
              onClick={() => remove.mutate(rule.id, { onSuccess: onDeleted })}
            >
              {remove.isPending ? 'Deleting…' : 'Delete for good'}
            </Button>
            <Button ref={keep} look="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </div>
        </>
      ) : (
        <Button ref={ask} look="quiet" className="-ml-3" onClick={() => setAsking(true)}>
          Delete rule…
        </Button>
      )}
    </section>
  )
}
