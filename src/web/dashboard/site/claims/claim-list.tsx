import { allClaims, nameOnSite } from '#contract/claim-answers.ts'
import { useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { ClaimQuestion } from './claim-question.tsx'

/** Every claim that came with the site, with the owner's answer to change at any time. */
export function ClaimList() {
  const name = useDraftPart(({ content }) => nameOnSite(content))
  return (
    <div>
      <p className="mb-4 text-sm text-ink-2">
        {name
          ? `These sentences came with the site. Under the name ${name} each says something about a real person, so visitors see only what you keep or write yourself.`
          : 'These sentences are examples. They are shown as long as the site has no name; once you put yours in, visitors see only those that you keep or write yourself.'}
      </p>
      {allClaims.map((claim) => (
        <ClaimQuestion key={claim.id} claim={claim} />
      ))}
    </div>
  )
}
