import type { PortalWords } from '#contract/site-content-portal.ts'
import { Mark } from './marks.tsx'

/** The one way from the portal to the live program for members: after the week's own things, without a price. */
export function MembersOffer({ words }: { words: PortalWords['program'] }) {
  return (
    <aside className="offer" aria-labelledby="offer-title">
      <p className="offer-kind">{words.kind}</p>
      <h3 id="offer-title">{words.title}</h3>
      <p className="offer-text">{words.text}</p>
      <a className="offer-link" href="/builder">
        {words.link}
        <Mark name="onward" />
      </a>
    </aside>
  )
}
