import { useState } from 'react'
import { claimState, nameOnSite, unansweredClaims } from '#contract/claim-answers.ts'
import { useDraft, useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { ClaimQuestion } from './claim-question.tsx'

/** Before publishing under a name: each claim nobody has answered for, as it would stand there. Nothing while there is none. */
export function ClaimsToAnswer() {
  const draft = useDraft()
  // What is answered stays on screen, so that an answer can be thought over.
  const [claims] = useState(() => unansweredClaims(draft.state().content))
  const [askedAgain, setAskedAgain] = useState(0)
  const name = useDraftPart(({ content }) => nameOnSite(content))
  const left = useDraftPart(
    ({ content }) => claims.filter((claim) => claimState(content, claim) === 'open').length,
  )
  if (claims.length === 0) return null
  const hideRest = () => {
    for (const claim of claims)
      if (claimState(draft.state().content, claim) === 'open')
        draft.change(`claims.${claim.id}`, { answer: 'hide', said: '' })
    setAskedAgain(askedAgain + 1)
  }
  return (
    <section aria-labelledby="claims-to-answer" className="mb-6">
      <h3 id="claims-to-answer" className="text-base font-semibold">
        Is this true of {name}?
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-2">
        {claims.length === 1 ? 'This sentence' : `These ${claims.length} sentences`} came with the site. Under
        this name visitors would take them for facts, so any you have not answered stay hidden.
      </p>
      <div key={askedAgain}>
        {claims.map((claim) => (
          <ClaimQuestion key={claim.id} claim={claim} />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-y border-line py-2">
        <p role="status" className="text-sm text-ink-2">
          {left === 0
            ? 'All answered.'
            : `${left} not answered: you can publish, and ${left === 1 ? 'it stays' : 'they stay'} hidden.`}
        </p>
        {left > 1 && <Button onClick={hideRest}>Hide all that are left</Button>}
      </div>
    </section>
  )
}
