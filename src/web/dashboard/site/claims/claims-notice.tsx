import { Link } from 'react-router'
import { unansweredClaims } from '#contract/claim-answers.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { siteAddress } from '#web/dashboard/site/site-address.ts'

/** Says that the public site hides claims nobody has answered for, and leads to the questions. Nothing while it hides none. */
export function ClaimsNotice() {
  const address = useAddress()
  const hidden = useDraftPart(({ published }) => unansweredClaims(published).length)
  const open = useDraftPart(({ content }) => unansweredClaims(content).length)
  if (hidden === 0) return null
  return (
    <div className="mb-5 rounded-md bg-warning-soft px-4 py-3 text-sm">
      <p className="font-medium">
        {hidden === 1 ? 'One sentence is' : `${hidden} sentences are`} hidden on your site
      </p>
      <p className="mt-1 text-ink-2">
        {open === 0
          ? 'You have answered them all. Publish, and what you kept or changed will be shown.'
          : 'They came with it and make claims about you, such as downloads or users. Visitors see them once you confirm that they are true, or replace them with something that is.'}
      </p>
      {open > 0 && (
        <Link
          to={{ search: siteAddress(address, 'claims') }}
          className="-mb-2 inline-flex min-h-11 items-center font-medium text-accent-ink underline underline-offset-2"
        >
          Answer {open === 1 ? 'it' : 'them'}
        </Link>
      )}
    </div>
  )
}
